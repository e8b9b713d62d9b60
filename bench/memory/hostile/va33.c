/* memory: main => heap 900+ */
/* run: ;;9 2 900  */
#include <stdio.h>
#include <stdlib.h>
int main(void){int a[4]={0,0,0,0},i=0;scanf("%d",&a[0]);if(a[0]>10||a[0]<0)a[0]=10;if(scanf("%d",&i)!=1)return 0;i&=3;a[i^2]=3;scanf("%d",&a[i^2]);if(a[0]<0)return 0;char*p=malloc(a[0]);free(p);return 0;}
