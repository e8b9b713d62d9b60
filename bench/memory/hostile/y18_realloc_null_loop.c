// memory: f => heap 124
// 60 beside 64, moving
#include <stdlib.h>
int f(unsigned n){ char*p=0; size_t c=0; for(unsigned i=0;i<n&&i<16;i++){ c+=4; p=realloc(p,c);} free(p); return 0; }
