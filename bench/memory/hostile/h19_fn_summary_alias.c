// memory: f => heap 400
#include <stdlib.h>
struct b{ char*p; };
static void grow(struct b*x,struct b*y,int n){ free(x->p); x->p=malloc(n); free(y->p); y->p=malloc(n); }
int f(unsigned a){ struct b u={0},v={0}; for(int i=0;i<12;i++){ grow(&u,(a>>i&1)?&u:&v,200);} free(u.p); free(v.p); return 0; }
