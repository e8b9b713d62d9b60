// memory: f => heap 96
// x and y change places: 3+3 levels of 16
#include <stdlib.h>
static void t(unsigned x,unsigned y){ if(!x&&!y) return; void*p=malloc(16); if(x) t(y,x-1); else t(y-1,x); free(p); }
int f(unsigned x,unsigned y){ if(x>3||y>3) return 0; t(x,y); return 0; }
