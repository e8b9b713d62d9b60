// memory: f --buffer 8 => heap 60
#include <stdlib.h>
int f(const unsigned char*b){ char*cur=0,*nxt=0; for(int i=0;i<8;i++){ nxt=malloc((b[i]&1)?10:30); free(cur); cur=nxt; } free(cur); return 0; }
