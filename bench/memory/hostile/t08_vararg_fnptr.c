// memory: f => stack 2000
#include <stdarg.h>
static int big(int x){ volatile char b[2000]; b[3]=x; return b[3]; }
static int run(int n,...){ va_list a; va_start(a,n); int(*g)(int)=va_arg(a,int(*)(int)); va_end(a); return g(n); }
int f(int x){ return run(x,big); }
