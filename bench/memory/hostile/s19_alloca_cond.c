// memory: f => stack 3000
#include <alloca.h>
int f(int n){ volatile char *p; if(n>5) p=alloca(3000); else p=alloca(10); p[3]=n; return p[3]; }
