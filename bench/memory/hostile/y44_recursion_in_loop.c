// memory: f => heap 320
// 1+3+9+27 blocks of 8
#include <stdlib.h>
static void t(unsigned d){ (void)!malloc(8); if(d) for(int i=0;i<3;i++) t(d-1); }
int f(unsigned d){ if(d<=3) t(d); return 0; }
