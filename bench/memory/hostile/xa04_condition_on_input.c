// memory: f => heap 160
// freed only where the bit is not set: with all bits set eight blocks of 20
#include <stdlib.h>
int f(unsigned char bits){ char*a=0; for(int i=0;i<8;i++){ if(!(bits>>i&1)) free(a); a=malloc(20);} return 0; }
