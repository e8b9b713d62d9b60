/* memory: f => heap 29+ */
/* run: f;a,m;-9 -10 | -9 10 | 9 -10 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int m){if(m==0||m<-10||m>10)return;int r=-a%m;if(a==-2147483647-1)return;char*p=malloc(r+20);free(p);}
