// The room is one byte short for one length.
// expect: violated
// expect-unconfirmed: natively nobody knows what may be accessed
#include <everypath.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char buffer[8];
  unsigned k = __VERIFIER_nondet_uint();
  __CPROVER_assume(k <= 8);
  if (!__CPROVER_w_ok(buffer, k + 1))
    __CPROVER_assert(0, "room"); // bug: assertion-failure
  unsigned i = 0;
  while (i < k) __CPROVER_loop_invariant(i <= k) {
    i++;
  }
  return 0;
}
