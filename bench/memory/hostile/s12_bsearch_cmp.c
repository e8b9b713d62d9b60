// memory: f => stack 2000
#include <stdlib.h>
static int cmp(const void*a,const void*b){ volatile char r[2000]; r[3]=1; int x=*(const int*)a,y=*(const int*)b; return x<y?-1:x>y; }
int f(int a){ int v[4]={1,2,3,4}; return bsearch(&a,v,4,4,cmp)!=0; }
