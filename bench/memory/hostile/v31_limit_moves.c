// memory: f => heap 256
#include <stdlib.h>
int f(unsigned char n){ void*a[600]; int j=0; int lim=n; for(int i=0;i<lim;i++){ a[j++]=malloc(1); if(i==10 && lim<256) lim=256; } while(j) free(a[--j]); return 0; }
