// memory: f => heap 100
#include <stdlib.h>
int f(unsigned char x){ double d=x/2.55; char*p=malloc((size_t)d); free(p); return 0; }
