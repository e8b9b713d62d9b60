// A list that is handed on and read in turn.
// expect: proved
#include <stdarg.h>
#include <assert.h>
static int one(va_list *l) { return va_arg(*l, int); }
static int f(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s = s * 10 + (i & 1 ? one(&l) : va_arg(l, int)); va_end(l); return s; }
int main(void) { assert(f(8, 1, 2, 3, 4, 5, 6, 7, 8) == 12345678); }
