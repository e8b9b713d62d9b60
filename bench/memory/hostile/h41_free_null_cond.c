// memory: f => heap 100
#include <stdlib.h>
int f(unsigned x){ char*p[10]={0}; int n=0; for(int i=0;i<10;i++){ if(x>>i&1) p[i]=malloc(10);} for(int i=0;i<10;i++) free(p[i]); return n; }
