// memory: f => heap 130
// the limit grows while it counts: up to 13
#include <stdlib.h>
int f(unsigned s){ int lim=5; for(int i=0;i<lim;i++){ (void)!malloc(10); if((s>>i&1)&&lim<13) lim+=2; } return 0; }
