/* memory: f => heap 100+ */
/* run: f;a,b;-10 -10 | 9 9 | -10 9 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int b){if(a<-10||a>9||b<-10||b>9)return;int c=a*b;char*p=malloc(c<0?0:c);free(p);}
