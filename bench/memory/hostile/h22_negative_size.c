// memory: f => heap 127
#include <stdlib.h>
int f(signed char n){ char*p=malloc(n); free(p); return 0; }
