// memory: f => heap 650
#include <stdlib.h>
struct s{ char*p; int own; };
static void rel(struct s*x){ if(x->own) free(x->p); x->p=0; }
int f(unsigned a){ static char buf[10]; struct s x={buf,0}; for(int i=0;i<9;i++){ if(a>>i&1){ char*n=malloc(130); rel(&x); x.p=n; x.own=1; } else if(a>>(i+9)&1){ x.own=!x.own && x.p!=buf; } } rel(&x); return 0; }
