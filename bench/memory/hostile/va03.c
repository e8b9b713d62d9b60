/* memory: main => heap 920+ */
/* run: n=20;;20 900 | 20 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;if(n>40||n<0)n=40;char*q=malloc(n);scanf("%d",&n);char*p=malloc(n<0?0:n);free(p);free(q);return 0;}
