// memory: f => heap 60
// n-- > 0 with unsigned: n <= 6 rounds of 10
#include <stdlib.h>
int f(unsigned n){ if(n>6) return 1; char*t[8]; int c=0; while(n-->0) t[c++]=malloc(10); while(c) free(t[--c]); return 0; }
