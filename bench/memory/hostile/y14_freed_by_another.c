// memory: f => heap 110
// close frees only when told to; the next block comes beside it otherwise
#include <stdlib.h>
struct h{ char*p; int own; };
static void close_(struct h*x){ if(x->own){ free(x->p); x->p=0; } }
int f(int a){ struct h x={malloc(50),a>3}; close_(&x); char*q=malloc(60); free(q); if(!x.own) free(x.p); return 0; }
