// memory: f => stack 1000
#include <stdlib.h>
struct r{ char k[900]; };
static int cmp(const void*a,const void*b){ return ((const struct r*)a)->k[0]-((const struct r*)b)->k[0]; }
int f(int a){ static struct r v[6]; v[2].k[0]=a; v[4].k[0]=3; qsort(v,6,sizeof*v,cmp); return v[0].k[0]; }
