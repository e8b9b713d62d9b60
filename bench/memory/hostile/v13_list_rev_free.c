// memory: f --buffer 6 => heap 96
#include <stdlib.h>
struct n{ struct n*x; int v; };
static void del(struct n*p){ if(!p) return; del(p->x); free(p); }
int f(const unsigned char*b){ struct n*h=0; for(int i=0;i<6;i++){ if(b[i]&1){ struct n*m=malloc(16); m->x=h; m->v=b[i]; h=m; } else if(b[i]==4){ del(h); h=0; } } del(h); return 0; }
