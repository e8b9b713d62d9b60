/* memory: main => heap 180+ */
/* run: ;;-9 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;if(scanf("%2d",&n)!=1)return 0;char*p=malloc(n<0?-n*20:n);free(p);return 0;}
