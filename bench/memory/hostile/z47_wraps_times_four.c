// memory: main => heap 1000
// stdin "1073742074": 4 * 1073742074 wraps to 1000
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned n=0; if(scanf("%u",&n)!=1||n<1000000) return 1; n*=4; if(n>1000) return 1; char*p=malloc(n); free(p); return 0; }
