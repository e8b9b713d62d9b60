// memory: f => heap 100
#include <stdlib.h>
int f(int a){ char*p=malloc(100); if(a<0) abort(); free(p); return 0; }
