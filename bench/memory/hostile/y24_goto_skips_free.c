// memory: f => heap 100
// the block of a round that is left by goto is not freed
#include <stdlib.h>
int f(unsigned s){ for(int i=0;i<10;i++){ char*p=malloc(10); if(s>>i&1) goto next; free(p); next:; } return 0; }
