// memory: f => heap 250
// the handler is kept in a union and chosen by a key; c calls itself once through the table
#include <stdlib.h>
typedef int (*h)(int);
static int a(int),b(int),c(int);
static union { h fn; void*raw; } t[3];
static int a(int n){ char*p=malloc(50); free(p); return n; }
static int b(int n){ char*p=malloc(80); int r=t[0].fn(n); free(p); return r; }
static int c(int n){ char*p=malloc(120); int r=t[1].fn(n); free(p); return r; }
int f(unsigned k){ t[0].fn=a; t[1].fn=b; t[2].fn=c; return t[k%3].fn(1); }
