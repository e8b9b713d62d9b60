// memory: f => heap 4096
#include <stdlib.h>
int f(unsigned long n){ if(n>256&&n<(1ul<<60)) return 0; void*p=calloc(n,16); if(!p) return 1; free(p); return 0; }
