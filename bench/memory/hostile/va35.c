/* memory: main => heap 65535+ */
/* run: ;;65541 */
#include <stdio.h>
#include <stdlib.h>
int main(void){unsigned short n=0;if(scanf("%hu",&n)!=1)return 0;if(n>9)n=9;n-=6;char*p=malloc(n);free(p);return 0;}
