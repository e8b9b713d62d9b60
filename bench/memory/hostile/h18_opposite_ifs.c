// memory: f => heap 800
#include <stdlib.h>
int f(unsigned x){ char*keep[16]; for(int i=0;i<8;i++){ keep[2*i]=keep[2*i+1]=0; if(x>>i&1) keep[2*i]=malloc(100); if(!(x>>i&1)) keep[2*i+1]=malloc(60);} for(int i=0;i<16;i++) free(keep[i]); return 0; }
