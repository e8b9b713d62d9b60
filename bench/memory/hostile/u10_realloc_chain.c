// memory: f => heap 289
#include <stdlib.h>
int f(unsigned s){ char*p=0; int n=0; for(int i=0;i<8;i++){ if(s>>i&1){ int m=n+16+i; p=realloc(p,m); n=m; } } free(p); return 0; }
