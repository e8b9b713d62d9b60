// memory: f => heap 60
// freed before it goes on; the last level needs 60
#include <stdlib.h>
static void t(unsigned n){ char*p=malloc(n?20:60); free(p); if(n) t(n-1); }
int f(unsigned n){ if(n<1000) t(n); return 0; }
