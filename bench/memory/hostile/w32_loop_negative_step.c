// memory: f => heap 1300
// i from n down in steps of 3 while i > 0, n <= 300: 100 rounds of 13
#include <stdlib.h>
int f(short n){ if(n>300) return 0; void*k[101]; int c=0; for(short i=n;i>0;i-=3) k[c++]=malloc(13); while(c) free(k[--c]); return 0; }
