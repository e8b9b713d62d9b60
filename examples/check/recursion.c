// Recursion is unwound like loops.
// expect: proved
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 6) return 0;
  assert(sum(n) == n * (n + 1u) / 2);
  return 0;
}
