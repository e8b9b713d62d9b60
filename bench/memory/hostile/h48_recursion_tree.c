// memory: f => heap 360
#include <stdlib.h>
struct t{ struct t*l,*r; long k; };
static struct t*mk(int d){ if(d==0) return 0; struct t*x=malloc(sizeof*x); x->l=mk(d-1); x->r=mk(d-1); x->k=d; return x; }
static void rm(struct t*x){ if(x){ rm(x->l); rm(x->r); free(x);} }
int f(unsigned d){ struct t*x=mk(d%5); rm(x); return 0; }
