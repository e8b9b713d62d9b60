// memory: f => stack 1000
#include <stdlib.h>
static int cmp(const void*a,const void*b){ volatile char r[1000]; r[3]=*(const int*)a; return r[3] - *(const int*)b>0?1:-1; }
int f(int a,int b){ int v[4]={a&63,b&63,3,4}; qsort(v,4,4,cmp); return v[0]; }
