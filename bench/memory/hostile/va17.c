/* memory: main => heap 1+ */
/* run: ;;3 | x */
#include <stdio.h>
#include <stdlib.h>
int main(void){int a=0,b=0;int r=scanf("%d%d",&a,&b);char*p=malloc((unsigned char)r);free(p);return 0;}
