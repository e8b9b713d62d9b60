// memory: f => heap 99
// the second test stands behind the block: nine blocks are made before it ends the loop
#include <stdlib.h>
int f(unsigned n){ char*t[16]={0}; unsigned i; for(i=0;i<n;i++){ t[i]=malloc(11); if(i>=8) break; } for(i=0;i<16;i++) free(t[i]); return 0; }
