/* memory: main => heap 300+ */
/* run: ;;-7 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;while(n>9)n/=10;while(n<-9)n/=10;for(;n;n/=2)malloc(n<0?100:10);return 0;}
