// memory: f => heap 400
#include <stdlib.h>
static int live; static void*pool[8];
static void take(void){ if(live<4) pool[live++]=malloc(100); }
static void give(void){ if(live>0) free(pool[--live]); }
int f(unsigned ops){ live=0; for(int i=0;i<14;i++) if(ops>>i&1) take(); else give(); while(live) give(); return 0; }
