// memory: f => heap 120
#include <stdlib.h>
int f(unsigned i){ char*a[5]; for(int k=0;k<5;k++) a[k]=malloc(10); unsigned j=i%5; free(a[j]); a[j]=malloc(80); for(int k=0;k<5;k++) free(a[k]); return 0; }
