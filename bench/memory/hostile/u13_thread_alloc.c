// memory: f => heap 800
#include <stdlib.h>
static __thread char*tls;
int f(unsigned s){ for(int i=0;i<12;i++){ if(s>>i&1){ char*n=malloc(400); free(tls); tls=n; } } free(tls); tls=0; return 0; }
