// memory: f => heap 140
// op add: 60, op big: 100 and its helper 40 beside it
#include <stdlib.h>
struct dev{ int (*op)(int); int arg; };
static int small(int n){ char*p=malloc(60); free(p); return n; }
static int big(int n){ char*p=malloc(100); char*q=malloc(40); free(q); free(p); return n; }
static const struct dev devs[]={{small,1},{big,2},{small,3}};
int f(unsigned i){ if(i>=3) return -1; const struct dev*d=&devs[i]; return d->op(d->arg); }
