/* memory: main => heap 48000+ */
/* run: ;;-48000 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;n=n>48?3:n;n=n<-20?-n:n;char*p=malloc(n<0?0:n);free(p);return 0;}
