// An argument of another type.
// expect-unconfirmed: what is in the register
// expect: violated
#include <stdarg.h>
#include <assert.h>
static double first(int n, ...) { va_list l; va_start(l, n); double d = va_arg(l, double); va_end(l); return d; } // bug: out-of-bounds-read
int main(void) { assert(first(1, 5) != 5.0); return 0; }
