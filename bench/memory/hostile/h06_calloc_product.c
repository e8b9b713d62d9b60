// memory: f => heap 600
#include <stdlib.h>
int f(unsigned n,unsigned m){ if(n>20||m>30) return 0; char*p=calloc(n,m); free(p); return 0; }
