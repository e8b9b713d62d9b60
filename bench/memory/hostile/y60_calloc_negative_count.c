// memory: f => heap 120
// a negative count fails, ten of 12 do not
#include <stdlib.h>
int f(int n){ if(n>10) return 0; void*p=calloc((size_t)n,12); free(p); return 0; }
