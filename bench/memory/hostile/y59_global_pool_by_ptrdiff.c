// memory: f => heap 100
// the pointer moves over a table of four sizes
#include <stdlib.h>
static const int z[4]={10,20,30,40};
int f(void){ for(const int*p=z;p!=z+4;p++) (void)!malloc((size_t)*p); return 0; }
