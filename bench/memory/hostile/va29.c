/* memory: main => heap 80+ */
/* run: ;;40 40 */
#include <stdio.h>
#include <stdlib.h>
int lim(int*p){int o=*p;if(scanf("%d",p)!=1)*p=o;return o<40?o:40;}int main(void){int n=40;int k=lim(&n);if(k<0||n<0||n>1000)return 0;char*p=malloc(k);char*q=malloc(n);free(p);free(q);return 0;}
