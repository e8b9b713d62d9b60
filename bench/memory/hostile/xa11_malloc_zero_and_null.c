// memory: f => heap 50
// freed where it is not null: one block of 50
#include <stdlib.h>
int f(unsigned n){ char*a=0; for(unsigned i=0;i<n;i++){ if(a) free(a); a=i%3?malloc(50):0; } free(a); return 0; }
