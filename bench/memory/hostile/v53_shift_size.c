// memory: f => heap 32768
#include <stdlib.h>
int f(unsigned char c){ void*p=malloc(1u<<(c&15)); free(p); return 0; }
