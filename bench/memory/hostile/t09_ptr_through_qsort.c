// memory: f => stack 2000
#include <stdlib.h>
typedef int(*fn)(int);
static int big(int x){ volatile char b[2000]; b[3]=x; return b[3]; }
static int sm(int x){ return x; }
struct e{ int k; fn g; };
static int cmp(const void*a,const void*b){ return ((const struct e*)a)->k-((const struct e*)b)->k; }
int f(unsigned char x){ struct e v[3]={{x,big},{50,sm},{100,sm}}; qsort(v,3,sizeof*v,cmp); return v[0].g(x); }
