/* memory: main => heap 901+ */
/* run: ;;4 900 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){int n=0,k=0,t=0;while(k<5&&scanf("%d",&n)==1&&n<10)k++;if(n<0)return 0;char*p=malloc(n+k);free(p);return 0;}
