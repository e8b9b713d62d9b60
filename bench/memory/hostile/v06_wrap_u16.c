// memory: f => heap 65529
#include <stdlib.h>
int f(unsigned short n){ unsigned short m=n*24; void*p=malloc(m|1); free(p); return 0; }
