/* memory: main => heap 65328+ */
/* run: ;;48 -1 | 48 255 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;if(scanf("%d",&n)!=1)return 0;if(n>48)n=3;if(n<0)n=0;scanf("%hhd",(char*)&n+1);char*p=malloc(n);free(p);return 0;}
