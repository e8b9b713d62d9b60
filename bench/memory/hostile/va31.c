/* memory: main => heap 910+ */
/* run: ;;10 900 */
#include <stdio.h>
#include <stdlib.h>
static int*g;void set(void){scanf("%d",g);}int main(void){int n=0;g=&n;set();if(n>48)n=3;if(n<0)n=3;char*a=malloc(n);set();if(n<0)n=0;char*p=malloc(n);free(p);free(a);return 0;}
