// The body does not keep the contract: one input in 2^32 shows it.
// expect: violated
#include <everypath.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

static int clamp(int x) {
  ep_ensures(ep_result(int) <= 100); // bug: assertion-failure
  if (x == 123456) return 101;
  return x > 100 ? 100 : x;
}

int main(void) {
  clamp(__VERIFIER_nondet_int());
  return 0;
}
