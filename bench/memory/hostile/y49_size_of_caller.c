// memory: f => heap 190
// the size goes down by 10 while it is held: 100+90
#include <stdlib.h>
static void t(int n,int left){ if(left<=0) return; char*p=malloc((size_t)n); t(n-10,left-1); free(p); }
int f(int n){ if(n>100||n<50) return 0; t(n,2); return 0; }
