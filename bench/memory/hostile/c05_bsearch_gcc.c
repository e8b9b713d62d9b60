// memory: f --cc gcc => stack 10
#include <stdlib.h>
static int cmp(const void*a,const void*b){ int x=*(const int*)a,y=*(const int*)b; return x<y?-1:x>y; }
int f(int a){ int v[9]={1,2,3,4,5,6,7,8,9}; return bsearch(&a,v,9,4,cmp)!=0; }
