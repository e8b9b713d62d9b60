/* memory: main => heap 256+ */
/* run: ;;300 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n,i;if(scanf("%d",&n)!=1)return 0;if(n>400)n=3;unsigned char c=n;for(i=c;i<n;i++)malloc(1);return 0;}
