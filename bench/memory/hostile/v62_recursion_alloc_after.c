// memory: f => heap 100
#include <stdlib.h>
static void r(unsigned n){ if(n) r(n-1); void*p=malloc(10*(n+1)); free(p); }
int f(unsigned n){ r(n%10); return 0; }
