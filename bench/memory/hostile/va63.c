/* memory: f => heap 50+ */
/* run: f;n,m;10 20 */
#include <stdio.h>
#include <stdlib.h>
void f(int n,int m){if(n<0||n>10||m<0||m>20)return;char*p=malloc(n);p=realloc(p,m);p=realloc(p,n+m);p=realloc(p,n+1);free(p);}
