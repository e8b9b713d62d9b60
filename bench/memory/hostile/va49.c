/* memory: f => heap 235+ */
/* run: f;a,b;-10 -10 | -7 3 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int b){if(a<-10||a>5||b<-10||b>5)return;unsigned char c=a*b;char*p=malloc(c);free(p);}
