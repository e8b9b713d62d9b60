// memory: f => stack 2000
#include <stdlib.h>
typedef int(*fn)(int);
static int big(int x){ volatile char b[2000]; b[3]=x; return b[3]; }
static int sm(int x){ return x; }
int f(int x){ fn*v=malloc(sizeof*v); v[0]=big; v=realloc(v,4*sizeof*v); v[1]=sm; int r=v[x&1](x); free(v); return r; }
