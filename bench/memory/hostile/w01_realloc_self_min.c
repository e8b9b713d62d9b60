// memory: f => heap 300
// n <= 10 rounds: block i of 10*i beside 10*(i-1) while moving: 100+90 = 190 with n = 10; then a copy of 200 beside the 100: 300
#include <stdlib.h>
int f(unsigned char n){ if(n>10) return 1; char*p=0; for(unsigned i=1;i<=n;i++){ p=realloc(p,10*i); } char*q=malloc(200); free(q); free(p); return 0; }
