// The callee's array is gone when it returns.
// expect: proved
#include <alloca.h>
static int f(int i) { char *p = alloca(200000); p[0] = i; return p[0]; }
int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += f(i & 1); return s == 50 ? 0 : *(int *)0; }
