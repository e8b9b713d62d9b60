/* memory: main => heap 4000+ */
/* run: n=-4000;;-4000 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;while(n>9)n/=10;if(n<0)n=-n;char*p=malloc(n);free(p);return 0;}
