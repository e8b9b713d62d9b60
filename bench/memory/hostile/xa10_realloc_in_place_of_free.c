// memory: f => heap 96
// realloc ends the old block: 32 and 64 while it moves
#include <stdlib.h>
int f(unsigned n){ char*a=malloc(32); for(unsigned i=0;i<n;i++){ a=realloc(a,i&1?32:64); } free(a); return 0; }
