// memory: main => heap 200
// stdin "4294967496": the low half of a long
#include <stdio.h>
#include <stdlib.h>
int main(void){ long l=0; if(scanf("%ld",&l)!=1||l<1000000000L) return 1; int n=(int)l; if(n<0||n>200) return 1; char*p=malloc(n); free(p); return 0; }
