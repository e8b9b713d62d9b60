// memory: f => heap 1000
#include <stdlib.h>
int f(int c){ if(c==0) return 0; int n=1000/c; if(n<0) return 0; void*p=malloc(n); free(p); return 0; }
