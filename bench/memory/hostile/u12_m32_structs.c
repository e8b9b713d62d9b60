// memory: f --m32 => heap 240
#include <stdlib.h>
struct n{ struct n*l; int v; long w; };
int f(unsigned s){ struct n*h=0; for(int i=0;i<20;i++) if(s>>i&1){ struct n*x=malloc(sizeof*x); x->l=h; h=x; } while(h){ struct n*t=h->l; free(h); h=t;} return 0; }
