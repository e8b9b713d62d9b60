// memory: f => heap 64
#include <stdlib.h>
int f(int a){ char*p=0; if(a) p=realloc(p,64); free(p); return 0; }
