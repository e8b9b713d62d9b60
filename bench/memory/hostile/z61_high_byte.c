// memory: main => heap 65280
// stdin "-1": %hhd into the second byte of an int
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; if(scanf("%hhd",(signed char*)&n+1)!=1) return 1; char*p=malloc(n); free(p); return 0; }
