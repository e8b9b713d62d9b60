// memory: f => heap 2147483647
#include <stdlib.h>
int f(int c){ int n=c<0?-(c+1):c; void*p=malloc(n); free(p); return 0; }
