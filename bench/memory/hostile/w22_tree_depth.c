// memory: f => heap 168
// a full tree of depth 3: 7 nodes of 24
#include <stdlib.h>
struct t{ struct t*l,*r; int v; };
static struct t*mk(int d,unsigned bits){ if(d==0) return 0; struct t*x=malloc(sizeof *x); x->v=d; x->l=mk(d-1,bits>>1); x->r=bits&1?mk(d-1,bits>>2):0; return x; }
static void rm(struct t*x){ if(!x) return; rm(x->l); rm(x->r); free(x); }
int f(unsigned bits){ struct t*x=mk(3,bits); rm(x); return 0; }
