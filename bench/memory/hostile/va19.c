/* memory: main => heap 700+ */
/* run: ;;700 x | 7 700 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;scanf("%d %d",&n,&n);if(n<0)n=0;char*p=malloc(n);free(p);return 0;}
