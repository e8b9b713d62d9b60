// The product fits 31 bits, and the sum is one addition ahead of it.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = 0;
  if (x < 0 || x > 46000 || y < 0 || y > 46000)
    return 0;
  int next = x;
  for (int c = y; c > 0; c--) {
    r = next;
    next += x + 1000;
  }
  assert(r >= 0);
  return 0;
}
