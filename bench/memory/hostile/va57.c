/* memory: f => heap 33554432+ */
/* run: f;n;33554431 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<0||n>33554431)return;int m=(int)(float)n;char*p=malloc(m);free(p);}
