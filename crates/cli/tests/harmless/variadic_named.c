// Named parameters take registers as well.
// expect: proved
#include <stdarg.h>
#include <assert.h>
static double f(double a, double b, int c, int d, int e, int g, int h, ...) { va_list l; va_start(l, h); int x = va_arg(l, int), y = va_arg(l, int); double z = va_arg(l, double); void *p = va_arg(l, void *); va_end(l); return a + b + c + d + e + g + h + 100 * x + 1000 * y + z + (p != 0); }
int main(void) { assert(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 0.5, (void *)0) == 9828.5); }
