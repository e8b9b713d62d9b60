#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
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
