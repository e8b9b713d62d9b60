// memory: f => heap 640
#include <stdlib.h>
int f(unsigned s){ char*r[4]={0,0,0,0}; for(int i=0;i<16;i++){ unsigned k=(s>>(i&7))&3; r[k]=malloc(40);} for(int i=0;i<4;i++) free(r[i]); return 0; }
