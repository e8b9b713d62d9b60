// memory: loop --interrupt rx:max=2 => heap 150
// the handler fills a slot of 25 when it is empty
#include <stdlib.h>
static void*volatile s[2];
void rx(void){ for(int i=0;i<2;i++) if(!s[i]){ s[i]=malloc(25); return; } }
int loop(void){ char*p=malloc(100); free(p); return 0; }
