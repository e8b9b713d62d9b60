/* memory: main => heap 700+ */
/* run: ;;700 x */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;scanf("%d%d%d",&n,&n,&n);if(n<0||n>1000)n=0;char*p=malloc(n);free(p);return 0;}
