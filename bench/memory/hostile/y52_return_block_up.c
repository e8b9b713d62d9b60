// memory: f => heap 56
// each level gives its block up and its caller frees it after making its own: 24+32
#include <stdlib.h>
static char*up(int n){ if(n<=0) return malloc(24); char*c=up(n-1); char*m=malloc(n&1?32:24); free(c); return m; }
int f(int n){ if(n>6) return 0; char*p=up(n); free(p); return 0; }
