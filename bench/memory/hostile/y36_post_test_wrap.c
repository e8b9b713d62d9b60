// memory: f => heap 256
// do-while with a byte that wraps: 256 rounds
#include <stdlib.h>
int f(void){ unsigned char i=0; do (void)!malloc(1); while(++i); return 0; }
