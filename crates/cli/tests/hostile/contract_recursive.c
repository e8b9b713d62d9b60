// One activation far in breaks the contract, and the outer ones then do.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static unsigned count(unsigned n) {
  ep_ensures(ep_result(unsigned) == n); // bug: assertion-failure
  if (n == 0) return 0;
  return count(n - 1) + (n == 5 ? 2 : 1);
}
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n < 8) count(n);
}
