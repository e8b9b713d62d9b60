// memory: f => heap 156
// three nodes of 24 that hold a pointer each, the longest way makes 84 beside them
#include <stdlib.h>
struct n{ struct n*next; void(*go)(int); int a; };
static void one(int a){ free(malloc((size_t)a)); }
static void two(int a){ free(malloc((size_t)a*2)); }
int f(unsigned s){ struct n*h=0; for(int i=0;i<3;i++){ struct n*x=malloc(sizeof *x); x->next=h; x->go=s>>i&1?one:two; x->a=40+i; h=x; }
 for(struct n*p=h;p;p=p->next) p->go(p->a); while(h){ struct n*t=h->next; free(h); h=t; } return 0; }
