// memory: f => heap 1000
#include <stdlib.h>
int f(int a){ void*p=0; if(posix_memalign(&p,64,a?1000:8)) return 1; free(p); return 0; }
