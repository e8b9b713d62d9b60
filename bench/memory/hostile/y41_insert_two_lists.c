// memory: f => heap 144
// six calls of insert, each makes one node of 24 at the end of its recursion
#include <stdlib.h>
struct n{int k; struct n*l,*r;};
static struct n*ins(struct n*t,int k){ if(!t){ t=malloc(sizeof*t); if(!t) return 0; t->k=k; t->l=t->r=0; return t;} if(k<t->k) t->l=ins(t->l,k); else t->r=ins(t->r,k); return t; }
int f(const signed char k[8]){ struct n*t=0; for(int i=0;i<6;i++) t=ins(t,k[i]); return t!=0; }
