/* memory: main => heap 900+ */
/* run: ;;5 900 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0,t=0;again:if(t==1)goto use;if(scanf("%d",&n)!=1)return 0;if(n>48)n=3;if(n<0)n=0;t++;scanf("%d",&n);goto again;use:;if(n<0)return 0;char*p=malloc(n);free(p);return 0;}
