/* memory: main => heap 90+ */
/* run: ;;30 30 30 */
#include <stdio.h>
#include <stdlib.h>
int rd(void){int x=7;scanf("%d",&x);return x>30?30:x<0?0:x;}int main(void){int t=0;for(int i=0;i<3;i++)t+=rd();char*p=malloc(t);free(p);return 0;}
