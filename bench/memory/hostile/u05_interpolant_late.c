// memory: f => heap 900
#include <stdlib.h>
int f(unsigned s){ int c=0; for(int i=0;i<15;i++) if(s>>i&1) c+=i; char*p=malloc(100); if(c==105){ char*q=malloc(800); free(q);} free(p); return 0; }
