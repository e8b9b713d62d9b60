// memory: f => heap 127
#include <stdlib.h>
int f(signed char c){ void*p=malloc(c); free(p); return 0; }
