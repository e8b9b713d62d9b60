/* memory: main => heap 128+ */
/* run: ;;-2147483648 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;if(n>100)n=100;unsigned u=(unsigned)n+100u;if(u<=200)return 0;char*p=malloc(u>>24);free(p);return 0;}
