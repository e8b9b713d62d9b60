// memory: main => heap 295
// stdin "-1": %2u takes "-1", which is 4294967295
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned n=0; if(scanf("%2u",&n)!=1) return 1; char*p=malloc(n%1000); free(p); return 0; }
