// memory: f => heap 300
#include <stdlib.h>
int f(int a){ char*p=malloc(100); p=realloc(p,200); free(p); return a; }
