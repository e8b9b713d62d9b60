// memory: f --cc gcc => stack 2000
#include <stdlib.h>
static int cmp(const void*a,const void*b){ volatile char r[2000]; r[3]=1; return *(const int*)a-*(const int*)b; }
int f(unsigned char a){ int v[4]={a,2,3,4};
 qsort
 (
  v,
  4,
  4,
  cmp
 );
 return v[0]; }
