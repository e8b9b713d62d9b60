// memory: f --cc gcc -- -O2 => stack 2000
#include <stdlib.h>
#define SORT(v,n,c) qsort(v,n, \
   sizeof *v, \
   c)
static int cmp(const void*a,const void*b){ volatile char r[2000]; r[*(const int*)a&1023]=1; return *(const int*)a-*(const int*)b; }
int f(unsigned char a){ int v[4]={a,2,3,4};
 SORT(v,
   4,
   cmp); return v[0]; }
