/* memory: f => heap 43+ */
/* run: f;n;20 */
#include <stdio.h>
#include <stdlib.h>
int g(int n){if(n<=0)return 3;return g(n-1)+2;}void f(int n){if(n>20)n=20;char*p=malloc(g(n));free(p);}
