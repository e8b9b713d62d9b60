/* memory: main => heap 256+ */
/* run: ;;8 x */
#include <stdio.h>
#include <stdlib.h>
int main(void){char c=1;int n=0;if(scanf("%d%c",&n,&c)<1)return 0;if(n>9)n=9;if(n<0)n=0;char*p=malloc(n*(unsigned char)c);free(p);return 0;}
