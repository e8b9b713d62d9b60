// memory: f => heap 140
#include <stdlib.h>
int f(unsigned n){ if(n>40) return 0; n+=100; char*p=malloc(n); free(p); return 0; }
