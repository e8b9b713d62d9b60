// memory: f => heap 64
// a register that a device changes: each read is any value of 0..255; sizes at most 63+1
#include <stdlib.h>
static const volatile unsigned char status=0;
int f(void){ unsigned n=status; if(status==n+1) n=0; char*p=malloc((n&63)+1); free(p); return 0; }
