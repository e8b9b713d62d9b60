// memory: f --buffer 4 => heap 96
#include <stdlib.h>
struct t{ struct t*l,*r; int k; };
static struct t*ins(struct t*t,int k){ if(!t){ t=calloc(1,24); t->k=k; return t;} if(k<t->k) t->l=ins(t->l,k); else t->r=ins(t->r,k); return t; }
static void del(struct t*t){ if(t){ del(t->l); del(t->r); free(t);} }
int f(const signed char*b){ struct t*t=0; for(int i=0;i<4;i++) t=ins(t,b[i]); del(t); return 0; }
