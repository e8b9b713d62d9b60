// memory: f => heap 1000
#include <stdlib.h>
struct n{ char*a,*b; };
static void step(struct n*x,unsigned k){ char*t; switch(k&3){ case 0: free(x->a); x->a=malloc(500); break; case 1: t=x->a; x->a=x->b; x->b=t; break; case 2: free(x->b); x->b=0; break; default: if(!x->b) x->b=malloc(500); } }
int f(unsigned long s){ struct n x={0,0}; for(int i=0;i<20;i++) step(&x,(s>>(2*i))&3); free(x.a); free(x.b); return 0; }
