// memory: f => heap 80
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int j=0; unsigned i=0,k=n; while(i<k){ a[j++]=malloc(1); i+=2; k-=(n&1); if(j>=80) break; } while(j) free(a[--j]); return 0; }
