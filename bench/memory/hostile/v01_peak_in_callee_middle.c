// memory: f => heap 700
#include <stdlib.h>
static void *mid(char **keep,int n){ char*a=malloc(300),*b=malloc(300); free(a); *keep=b; return b; }
int f(int k){ char*x=malloc(100),*y; if(k>3) mid(&y,k); else y=malloc(20); free(x); free(y); return 0; }
