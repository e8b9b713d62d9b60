// The body takes an argument of its caller's list.
// expect: violated
// expect-unconfirmed: the contract is broken where it is only a comment natively
#include <everypath.h>
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int take(va_list *a) { ep_requires(1); return va_arg(*a, int); } // bug: assertion-failure
static int last(int n, ...) {
  va_list a;
  va_start(a, n);
  int x = 0;
  for (int i = 0; i < n; i++)
    x = take(&a);
  va_end(a);
  return x;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n < 0 || n > 6 || last(n, 1, 1, 1, 1, 1, 2) < 2);
}
