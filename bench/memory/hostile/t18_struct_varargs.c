// memory: f => stack 4000
#include <stdarg.h>
struct b{ char x[2000]; };
static int run(int n,...){ va_list a; va_start(a,n); struct b s=va_arg(a,struct b); va_end(a); return s.x[n&1023]; }
int f(int n){ static struct b z; return run(n,z); }
