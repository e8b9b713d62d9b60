// memory: f => heap 330
#include <stdlib.h>
int f(unsigned s){ char*a=malloc(10),*b=malloc(20); for(int i=0;i<8;i++){ if(s>>i&1){ char*t=a;a=b;b=t;} } free(a); a=malloc(310); free(a); free(b); return 0; }
