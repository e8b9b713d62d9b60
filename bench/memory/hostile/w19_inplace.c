// memory: f --realloc in-place => heap 1000
#include <stdlib.h>
int f(void){ char*p=malloc(1000); p=realloc(p,100); char*q=malloc(300); p=realloc(p,500); free(q); free(p); return 0; }
