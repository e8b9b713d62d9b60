/* memory: main => heap 60+ */
/* run: ;;  */
#include <stdio.h>
#include <stdlib.h>
int main(void){int a=0,b=0;int r=scanf("%d%d",&a,&b);char*p=malloc(r*r*10+(r<0?50:0));free(p);return 0;}
