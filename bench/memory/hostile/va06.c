/* memory: main => heap 1005+ */
/* run: ;;5 1000 | 30 31 900 */
#include <stdio.h>
#include <stdlib.h>
static int x;int rd(void){if(x>30)x=30;scanf("%d",&x);return x;}int main(void){int a=rd();int b=rd();if(a<0||a>30)return 0;char*p=malloc(a);char*q=malloc(b<0?0:b);free(p);free(q);return 0;}
