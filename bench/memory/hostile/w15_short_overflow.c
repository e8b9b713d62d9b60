// memory: f => heap 65535
// the sum of two shorts is cut to 16 bits: 65,535 at most, reached by 65,535+0
#include <stdlib.h>
int f(unsigned short a,unsigned short b){ unsigned short n=(unsigned short)(a+b); char*p=malloc(n); free(p); return 0; }
