// memory: f => heap 248
// a full tree of depth 5 has 31 nodes of 8
#include <stdlib.h>
static void t(int d){ if(d<=0) return; (void)!malloc(8); t(d-1); t(d-1); }
int f(int d){ if(d>5) return 0; t(d); return 0; }
