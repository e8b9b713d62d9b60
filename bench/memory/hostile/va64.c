/* memory: f => heap 222+ */
/* run: f;n;10 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){int x=1;while(x<100)x=x*3-1;int y=0;while(y<100)y+=n&63;char*p=malloc(x);char*q=malloc(y);free(p);free(q);}
