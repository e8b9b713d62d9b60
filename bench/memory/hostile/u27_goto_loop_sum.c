// memory: f => heap 510
#include <stdlib.h>
int f(unsigned char n){ void*last=0; unsigned i=0; top: if(i<n){ i+=5; void*p=malloc(10); *(void**)p=0; last=p; goto top;} (void)last; return 0; }
