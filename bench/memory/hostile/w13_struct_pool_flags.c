// memory: f => heap 128
// four slots of 32; a release frees only what was taken
#include <stdlib.h>
struct pool{ void*slot[4]; unsigned char used; } pool;
static void*take(void){ for(int i=0;i<4;i++) if(!(pool.used>>i&1)){ pool.used|=1u<<i; return pool.slot[i]=malloc(32);} return 0; }
static void drop(unsigned i){ if(pool.used>>i&1){ pool.used&=~(1u<<i); free(pool.slot[i]); pool.slot[i]=0; } }
int f(unsigned ops){ for(int k=0;k<10;k++){ unsigned o=ops>>(k*3)&7; if(o&4) drop(o&3); else take(); } for(int i=0;i<4;i++) drop(i); return 0; }
