/* memory: main => heap 784+ */
/* run: ;;7 777 x */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0,m=0;while(scanf("%d",&n)==1){if(n>m&&n<30)m=n;}char*p=malloc(n>0?n:0);char*q=malloc(m);free(p);free(q);return 0;}
