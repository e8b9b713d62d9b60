// An int is read where a double was passed.
// expect: violated
// expect-unconfirmed: what is there
#include <stdarg.h>
static int f(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int); va_end(l); return x == 5; } // bug: out-of-bounds-read
int main(void) { return f(1, 4.0); }
