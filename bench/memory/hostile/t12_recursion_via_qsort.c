// memory: f => stack 3000
#include <stdlib.h>
static int depth;
static int cmp(const void*a,const void*b){ volatile char r[500]; r[3]=1; if(depth<3){ depth++; int v[2]={2,1}; qsort(v,2,4,cmp); depth--; } return *(const int*)a-*(const int*)b; }
int f(void){ int v[2]={3,1}; depth=0; qsort(v,2,4,cmp); return v[0]; }
