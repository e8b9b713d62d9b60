#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "max3-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int m = a;
  if (b > m) m = b;
  if (c > m) m = c;
  __VERIFIER_assert(m >= a && m >= b && m >= c);
  __VERIFIER_assert(m == a || m == b || m == c);
}
