/* memory: f => heap 248+ */
/* run: f;a,m;-9 10 | 5 -10 | -2147483647 10 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int m){if(m==0||m<-10||m>10)return;int r=a%m;unsigned u=r;char*p=malloc(r<0?(u>>24)+r:r);free(p);}
