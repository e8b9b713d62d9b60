// memory: f => heap 2550
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int j=0; for(unsigned char i=n;i!=0;i++) a[j++]=malloc(10); while(j) free(a[--j]); return 0; }
