// memory: f => heap 160
// x and y fall in turn: ten calls of 16 each
#include <stdlib.h>
static void r(unsigned x,unsigned y){ if(x==0&&y==0) return; char*p=malloc(16); if(x>y) r(x-1,y); else if(y) r(x,y-1); free(p); }
int f(unsigned x,unsigned y){ if(x>5||y>5) return 0; r(x,y); return 0; }
