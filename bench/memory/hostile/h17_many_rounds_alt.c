// memory: f => heap 3200
#include <stdlib.h>
int f(unsigned x,unsigned y){ char*p[32]; for(int i=0;i<32;i++){ p[i]=0; if((x>>i&1)) p[i]=malloc(100); else p[i]=malloc(50);} for(int i=0;i<32;i++) if(y>>i&1) free(p[i]); return 0; }
