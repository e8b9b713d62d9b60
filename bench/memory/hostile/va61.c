/* memory: f => heap 91+ */
/* run: f;n;200 | 91 | 0 */
#include <stdio.h>
#include <stdlib.h>
int g(int n){return n>100?n-10:g(g(n+11));}void f(int n){if(n<0||n>120)return;char*p=malloc(g(n));free(p);}
