// One more than there are, for some input.
// expect: violated
// expect-unconfirmed: what is behind them
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int f(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); // bug: out-of-bounds-read
  va_end(l); return s; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 9) return 0; return f(n, 1, 2, 3, 4, 5, 6, 7, 8) == 5; }
