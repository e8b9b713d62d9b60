// memory: f => stack 2000
#include <stdlib.h>
static int cmp(const void*a,const void*b){ volatile char r[2000]; r[3]=1; return *(const int*)a-*(const int*)b; }
typedef void sorter(void*,size_t,size_t,int(*)(const void*,const void*));
static sorter *const table[1]={qsort};
int f(unsigned char a){ int v[4]={a,2,3,4}; table[0](v,4,4,cmp); return v[0]; }
