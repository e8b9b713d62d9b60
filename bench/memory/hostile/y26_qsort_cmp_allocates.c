// memory: f => heap 44
#include <stdlib.h>
static int cmp(const void*a,const void*b){ int*t=malloc(44); int r=*(const int*)a-*(const int*)b; free(t); return r; }
int f(int a,int b,int c){ int v[3]={a&15,b&15,c&15}; qsort(v,3,sizeof *v,cmp); return v[0]; }
