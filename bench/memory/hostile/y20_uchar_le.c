// memory: f => heap 51
// 0..n, both ends
#include <stdlib.h>
static void*t[260];
int f(unsigned char n){ if(n>50) return 0; for(unsigned char i=0;i<=n;i++) t[i]=malloc(1); for(unsigned i=0;i<=n;i++) free(t[i]); return 0; }
