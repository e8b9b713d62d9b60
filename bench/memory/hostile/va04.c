/* memory: main => heap 500+ */
/* run: ;;500 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=4;for(;;){if(scanf("%d",&n)!=1)break;if(n<10)break;}char*p=malloc(n<0?0:n);free(p);return 0;}
