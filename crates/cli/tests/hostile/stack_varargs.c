// Structures among variable arguments fill the stack.
// expect: violated
#include <stdarg.h>
struct big { char c[1 << 16]; };
static int f(int n, ...) { va_list l; va_start(l, n); struct big b = va_arg(l, struct big); va_end(l); return b.c[0] + (n ? f(n - 1, b) : 0); } // bug: unbounded-recursion
static struct big b;
int main(void) { return f(200, b) == 77; }
