// memory: f => heap 2570
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int i=0; do a[i]=malloc(10); while(i++<n+1); while(i) free(a[--i]); return 0; }
