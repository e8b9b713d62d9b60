/* memory: main => heap 929+ */
/* run: ;;9 10 10 900  */
#include <stdio.h>
#include <stdlib.h>
int main(void){int a[4]={0,0,0,0},i;for(i=0;i<4;i++){if(scanf("%d",&a[i])!=1)break;if(i<3&&a[i]>10)a[i]=10;if(a[i]<0)a[i]=0;}char*p[4];for(i=0;i<4;i++)p[i]=malloc(a[i]);for(i=0;i<4;i++)free(p[i]);return 0;}
