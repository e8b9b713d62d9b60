// memory: f => heap 220
#include <stdlib.h>
int f(unsigned s){ char*r[2]={0,0}; for(int i=0;i<10;i++){ int k=(s>>i)&1; int n=(s>>(i+5))&1?110:10; free(r[k]); r[k]=malloc(n);} free(r[0]); free(r[1]); return 0; }
