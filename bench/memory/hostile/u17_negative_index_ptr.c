// memory: f => heap 330
#include <stdlib.h>
int f(unsigned s){ char*a[6]={0}; char**m=a+3; for(int i=0;i<12;i++){ int d=(int)(s>>(2*i)&3)-1; free(m[d]); m[d]=malloc(d<0?30:100);} for(int i=0;i<6;i++) free(a[i]); return 0; }
