// memory: f => heap 165
// level n holds n*3: 3+6+...+30
#include <stdlib.h>
static void t(int n,int end){ if(n>end) return; char*p=malloc((size_t)n*3); t(n+1,end); free(p); }
int f(int e){ if(e<0||e>10) return 0; t(1,e); return 0; }
