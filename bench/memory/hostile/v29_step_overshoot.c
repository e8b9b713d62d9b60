// memory: f => heap 150
#include <stdlib.h>
int f(unsigned char n){ void*a[300]; int j=0; unsigned char i; if(n>250) n=250; for(i=0;i<n;i+=17) a[j++]=malloc(10); while(j) free(a[--j]); return 0; }
