// memory: f => heap 1000
#include <stdlib.h>
int f(unsigned n){ for(unsigned i=0;;i++){ char*p=malloc(100); if(i==9) exit(0); if(i>=n){ free(p); return 0; } } }
