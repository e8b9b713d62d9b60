// memory: f => heap 480
#include <stdlib.h>
struct b{ char*p; unsigned n; };
static struct b mk(unsigned n){ struct b r={malloc(n),n}; return r; }
static struct b grow(struct b x){ struct b r=mk(x.n*2); free(x.p); return r; }
int f(unsigned char k){ struct b x=mk(10); for(unsigned i=0;i<k&&i<5;i++) x=grow(x); free(x.p); return 0; }
