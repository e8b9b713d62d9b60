// One of two states took an argument of the list.
// expect: violated
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int f(int c, ...) {
  va_list a;
  va_start(a, c);
  if (c)
    (void)va_arg(a, int);
  int x = va_arg(a, int);
  va_end(a);
  return x;
}
int main(void) {
  assert(f(__VERIFIER_nondet_int() & 1, 1, 2) == 1); // bug: assertion-failure
}
