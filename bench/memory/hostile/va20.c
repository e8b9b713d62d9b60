/* memory: main => heap 409+ */
/* run: ;;30 9 | 9 400 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=0,m=0;int*p=&n;if(scanf("%d",p)!=1)return 0;if(n>48||n<0)n=3;int*q=n>20?&n:&m;if(scanf("%d",q)!=1)return 0;if(m<0||n<0||m>500)return 0;if(n>100)n=100;char*a=malloc(n+m);free(a);return 0;}
