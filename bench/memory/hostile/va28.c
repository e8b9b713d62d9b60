/* memory: main => heap 2176+ */
/* run: ;;-120 */
#include <stdio.h>
#include <stdlib.h>
void rec(unsigned char n){if(n==0)return;char*p=malloc(16);rec(n-1);free(p);}int main(void){signed char n;if(scanf("%hhd",&n)!=1)return 0;if(n>50)n=5;rec(n);return 0;}
