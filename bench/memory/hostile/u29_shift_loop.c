// memory: f => heap 320
#include <stdlib.h>
int f(unsigned n){ for(;n;n>>=1) malloc(10); return 0; }
