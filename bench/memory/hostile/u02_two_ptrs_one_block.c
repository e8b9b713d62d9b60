// memory: f => heap 200
#include <stdlib.h>
int f(unsigned long s){ char*p=0,*q=0; for(int i=0;i<24;i++){ if(s>>i&1){ if(p!=q) free(q); q=p; } else { if(p!=q) free(p); p=malloc(100);} } return 0; }
