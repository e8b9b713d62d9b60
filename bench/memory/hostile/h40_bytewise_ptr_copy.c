// memory: f => heap 170
#include <stdlib.h>
int f(int a){ char*p=malloc(70),*q; unsigned char*s=(void*)&p,*d=(void*)&q; for(unsigned i=0;i<sizeof p;i++) d[i]=s[i]; if(a>1) free(q); char*r=malloc(100); free(r); return 0; }
