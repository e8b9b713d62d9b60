/* memory: f => heap 256+ */
/* run: f;n;200 | 56 | -56 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<0||n>200)return;signed char c=n;int k=c<0?-c:c;k+=(unsigned char)c;char*p=malloc(k);free(p);}
