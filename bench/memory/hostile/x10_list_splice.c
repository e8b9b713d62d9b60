// memory: f => heap 112
// two lists of up to 3 and 4 nodes of 16 are spliced and freed as one
#include <stdlib.h>
struct n{ struct n*x; int v; };
static struct n*mk(int k){ struct n*h=0; while(k-->0){ struct n*t=malloc(sizeof *t); t->x=h; t->v=k; h=t; } return h; }
int f(unsigned a,unsigned b){ if(a>3||b>4) return 0; struct n*p=mk((int)a),*q=mk((int)b); struct n**e=&p; while(*e) e=&(*e)->x; *e=q; while(p){ struct n*t=p->x; free(p); p=t; } return 0; }
