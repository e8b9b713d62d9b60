/* memory: main => heap 48+ */
/* run: ;;0000000000000000000000000000000000000000005 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n,k=0;if(scanf("%d%n",&n,&k)!=1)return 0;if(n>9||n<0)return 0;char*p=malloc(n+k);free(p);return 0;}
