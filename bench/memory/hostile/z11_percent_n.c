// memory: main => heap 40
// stdin "0000000000000000000000000000000000000000": %n counts leading zeros, too
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a=0,n=0; if(scanf("%d%n",&a,&n)!=1) return 1; if(n>40) n=40; char*p=malloc(n); free(p); return 0; }
