// memory: f => stack 2000
#include <stdlib.h>
static int cmp(const void*a,const void*b){ volatile char r[2000]; r[3]=1; return *(const int*)a-*(const int*)b; }
static int cmp2(const void*a,const void*b){ return *(const int*)a-*(const int*)b; }
static void sort(int*v,int n,int(*c)(const void*,const void*)){ qsort(v,n,sizeof*v,c); }
int f(unsigned char a){ int v[4]={a,2,3,4}; sort(v,4,a>3?cmp:cmp2); return v[0]; }
