// Integers and floating-point numbers in any order, more than there are registers.
// expect: proved
#include <stdarg.h>
#include <assert.h>
static double sum(const char *f, ...) { va_list l; va_start(l, f); double s = 0, k = 1; for (; *f; f++, k++) { if (*f == 'i') s += k * va_arg(l, int); else if (*f == 'd') s += k * va_arg(l, double); else if (*f == 'l') s += k * va_arg(l, long); else if (*f == 'L') s += k * (double)va_arg(l, long double); else s += k * *va_arg(l, char *); } va_end(l); return s; }
int main(void) { assert(sum("idLlidpdidididididididd", 1, 2.0, 3.0L, 4L, 5, 6.0, "\7", 8.0, 9, 10.0, 11, 12.0, 13, 14.0, 15, 16.0, 17, 18.0, 19, 20.0, 21, 22.0, 23.0) == 4324); }
