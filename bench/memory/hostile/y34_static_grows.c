// memory: f => heap 150
// 50 kept beside the next 100 (moving)
#include <stdlib.h>
static char*buf; static unsigned cap;
static void need(unsigned n){ if(n>cap){ buf=realloc(buf,n); cap=n; } }
int f(unsigned char a,unsigned char b){ if(a>50||b>100) return 0; need(a); need(b); free(buf); return 0; }
