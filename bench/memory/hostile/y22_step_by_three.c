// memory: f => heap 340
// i = 0, 3, ... 99: 34 rounds of 10
#include <stdlib.h>
int f(int n){ if(n>100) return 0; for(int i=0;i<n;i+=3) (void)!malloc(10); return 0; }
