// memory: f => heap 260
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int i=0; do { a[i++]=malloc(1); } while(i<n+5); while(i) free(a[--i]); return 0; }
