// A list of variable arguments moves on with each round, and ends.
// expect: violated
// expect-unconfirmed: no sanitizer looks at the arguments of a call
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
  va_list a;
  int s = 0;
  va_start(a, n);
  for (int i = 0; i < n; i++)
    s += va_arg(a, int); // bug: out-of-bounds-read
  va_end(a);
  return s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n > 1000 ? 0 : sum(n, 0, 0, 0, 0, 0, 0, 0) != 0;
}
