// Recursion without a bound: the contract is the induction hypothesis.
// expect: proved
#include <assert.h>
#include <everypath.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned half(unsigned n) {
  ep_ensures(ep_result(unsigned) <= n);
  ep_ensures(n == 0 || ep_result(unsigned) < n);
  if (n < 2) return 0;
  return half(n - 2) + 1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned h = half(n);
  assert(h <= n);
  return 0;
}
