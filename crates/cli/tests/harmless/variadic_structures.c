// Structures of all sizes among variable arguments.
// expect: proved
#include <stdarg.h>
#include <assert.h>
struct a { int x, y; }; struct b { long x; double y; }; struct c { long x[3]; }; struct d { char c[3]; };
static long f(int n, ...) { va_list l; va_start(l, n); struct a a = va_arg(l, struct a); int i = va_arg(l, int); struct b b = va_arg(l, struct b); struct c c = va_arg(l, struct c); double e = va_arg(l, double); struct d d = va_arg(l, struct d); struct a g = va_arg(l, struct a); struct b h = va_arg(l, struct b); struct b k = va_arg(l, struct b); int z = va_arg(l, int); va_end(l); return a.x + a.y * 2 + i * 3 + b.x * 5 + (long)b.y * 7 + c.x[2] * 11 + (long)e * 13 + d.c[1] * 17 + g.y * 19 + h.x * 23 + (long)h.y * 29 + k.x * 31 + (long)k.y * 37 + z * 41; }
int main(void) { struct a a = {1, 2}; struct b b = {3, 4}; struct c c = {{5, 6, 7}}; struct d d = {{8, 9, 10}}; assert(f(0, a, 11, b, c, 12.0, d, a, b, b, 13) == 1 + 4 + 33 + 15 + 28 + 77 + 156 + 153 + 38 + 69 + 116 + 93 + 148 + 533); }
