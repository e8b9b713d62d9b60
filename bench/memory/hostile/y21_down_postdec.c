// memory: f => heap 800
#include <stdlib.h>
int f(unsigned n){ if(n>100) return 0; for(unsigned i=n;i-->0;) (void)!malloc(8); return 0; }
