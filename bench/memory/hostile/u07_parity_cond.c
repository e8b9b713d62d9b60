// memory: f => heap 400
#include <stdlib.h>
int f(unsigned s){ int par=0; char*k=0; for(int i=0;i<16;i++){ if(s>>i&1) par^=1; if(par&&!k) k=malloc(100); if(!par&&k){ free(k); k=0; } } if(par && k){ char*z=malloc(300); free(z);} free(k); return 0; }
