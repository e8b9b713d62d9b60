// memory: f => heap 2560
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int i=n+1,j=0; while(i-->0) a[j++]=malloc(10); while(j) free(a[--j]); return 0; }
