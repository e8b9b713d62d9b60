// memory: f => stack 1200
// after the jump a deeper call is made from the frame of setjmp
#include <setjmp.h>
static jmp_buf e;
static int deep(int n){ volatile char b[300]; b[0]=(char)n; return n?deep(n-1)+b[0]:b[0]; }
static void go(int n){ volatile char c[64]; c[0]=1; if(n) longjmp(e,1); (void)c[0]; }
int f(int n){ if(setjmp(e)) return deep(3); go(n); return 0; }
