/* memory: main => heap 700+ */
/* run: ;;700 x | 7 700 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0,m=0;int r=scanf("%d%d",&n,&m);if(n<0||m<0)return 0;if(r==2){if(n>20)n=20;if(m>20)m=20;}char*p=malloc(n+m);free(p);return 0;}
