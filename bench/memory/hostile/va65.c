/* memory: f => heap 198+ */
/* run: f;n;50 | 99 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<1||n>99)return;int y=0;while(y<100)y+=n;char*q=malloc(y);free(q);}
