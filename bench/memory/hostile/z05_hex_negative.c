// memory: main => heap 15
// stdin "-1": %x takes a sign: "-1" is UINT_MAX
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned n=0; if(scanf("%x",&n)!=1) return 1; if(n<=0xfffffff0u) return 0; char*p=malloc(n-0xfffffff0u); free(p); return 0; }
