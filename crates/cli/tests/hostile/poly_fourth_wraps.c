// Four times the sum is right modulo 2^32, the sum is no quarter.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), x = 0;
  if (k > 1000)
    return 0;
  for (unsigned y = 1; y <= k; y++)
    x += y * y * y;
  assert(x == k * k * (k + 1) * (k + 1) / 4);
  return 0;
}
