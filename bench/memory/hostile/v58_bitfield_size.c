// memory: f => heap 127
#include <stdlib.h>
struct b{ unsigned a:7; int s:5; };
int f(unsigned n){ struct b b={n,n}; void*p=malloc(b.a); free(p); p=malloc(b.s<0?0:b.s); free(p); return 0; }
