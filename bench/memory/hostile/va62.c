/* memory: f => heap 210+ */
/* run: f;n;20 */
#include <stdio.h>
#include <stdlib.h>
static int s;int g(int n){if(n<=0)return 0;s+=n;int r=g(n-1);return s>r?s:r;}void f(int n){if(n>20)n=20;s=0;char*p=malloc(g(n));free(p);}
