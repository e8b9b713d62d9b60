// memory: f => heap 1100
// 1000 shrinks to 100 (moving: 1,100), grows to 500 (600)
#include <stdlib.h>
int f(void){ char*p=malloc(1000); p=realloc(p,100); p=realloc(p,500); free(p); return 0; }
