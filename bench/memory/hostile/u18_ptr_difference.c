// memory: f => heap 128
#include <stdlib.h>
int f(unsigned s){ int v[33]; int*e=v; for(int i=0;i<16;i++){ if(s>>i&1) e+=2; } char*p=malloc((e-v)*4); free(p); return 0; }
