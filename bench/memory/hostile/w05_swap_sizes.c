// memory: f => heap 100
// the pair of sizes is swapped; both orders free the first before the second: max(a,b) <= 100 for a,b <= 100
#include <stdlib.h>
int f(unsigned char a,unsigned char b){ if(a>100||b>100) return 0; unsigned s[2]={a,b}; if(a<b){ s[0]=b; s[1]=a; } char*p=malloc(s[0]); free(p); p=malloc(s[1]); free(p); return 0; }
