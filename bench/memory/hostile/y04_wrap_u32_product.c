// memory: f => heap 272
// 16*n wraps at 2^32: what is left is at most 17*16
#include <stdlib.h>
int f(unsigned n){ if(n<0x10000000u||n>0x10000011u) return 0; char*p=malloc(n*16u); free(p); return 0; }
