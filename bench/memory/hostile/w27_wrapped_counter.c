// memory: f => heap 2560
// an 8-bit counter that starts at n and goes to 0 by wrapping: 256-n rounds, at most 256 (n = 0 does 256 as a do loop): 10 each
#include <stdlib.h>
int f(unsigned char n){ char*k[256]; int c=0; do { k[c++]=malloc(10); n++; } while(n!=0); while(c) free(k[--c]); return 0; }
