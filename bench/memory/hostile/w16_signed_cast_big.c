// memory: f => heap 127
// a signed char as a size: negative ones fail
#include <stdlib.h>
int f(signed char n){ char*p=malloc(n); if(!p) return 1; free(p); return 0; }
