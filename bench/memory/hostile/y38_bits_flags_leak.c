// memory: f => heap 96
// a flag is cleared without freeing: the block is lost when its bit is set again
#include <stdlib.h>
static char*s; static unsigned char fl;
int f(unsigned o){ for(int i=0;i<3;i++){ if(!(fl&1)){ s=malloc(32); fl|=1; } if(o>>i&1){ if(o>>(i+8)&1) free(s); fl&=~1u; } } return 0; }
