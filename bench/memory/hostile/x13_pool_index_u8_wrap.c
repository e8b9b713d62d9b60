// memory: f => heap 2048
// a ring of 8 slots with a wrapping index: each round frees the slot first; 8 * 256
#include <stdlib.h>
int f(unsigned char start){ char*r[8]={0}; unsigned char at=start; for(int i=0;i<20;i++){ unsigned s=at++&7; free(r[s]); r[s]=malloc(256); } for(int i=0;i<8;i++) free(r[i]); return 0; }
