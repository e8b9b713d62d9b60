/* memory: main => heap 700+ */
/* run: ;;700 x */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;int r=scanf("%d %d",&n,&n);if(r==2&&n>50)n=50;if(n<0)n=0;char*p=malloc(n);free(p);return 0;}
