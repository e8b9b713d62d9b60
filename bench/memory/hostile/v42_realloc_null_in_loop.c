// memory: f => heap 210
#include <stdlib.h>
int f(unsigned char k){ char*p=0; for(int i=1;i<=k&&i<=11;i++){ p=realloc(p,i*10); } free(p); return 0; }
