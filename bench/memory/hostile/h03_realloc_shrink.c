// memory: f => heap 1100
#include <stdlib.h>
int f(int a){ char*p=malloc(1000); if(a) p=realloc(p,100); p[0]=1; free(p); return 0; }
