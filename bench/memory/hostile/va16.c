/* memory: main => heap 187+ */
/* run: ;;0x7f */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0;if(scanf("%i",&n)!=1)return 0;if(n>127)n=127;if(n<0)n=1;char*p=malloc(n+(n==127?60:0));free(p);return 0;}
