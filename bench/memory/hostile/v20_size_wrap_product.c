// memory: f => heap 4095
#include <stdlib.h>
int f(unsigned w,unsigned h){ unsigned n=w*h; if(n>=4096) return 1; if(w<2||h<2) return 1; char*p=malloc(n); free(p); return 0; }
