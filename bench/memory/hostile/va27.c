/* memory: main => heap 3200+ */
/* run: ;;200 */
#include <stdio.h>
#include <stdlib.h>
void rec(int n){if(n<=0)return;char*p=malloc(16);rec(n-1);free(p);}int main(void){int n;if(scanf("%d",&n)!=1)return 0;if((signed char)n>50)n=5;if(n>250)n=5;rec(n);return 0;}
