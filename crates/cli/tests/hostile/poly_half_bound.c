// The bound of n is too large by far: the product wraps around.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  if (n > 100000)
    return 0;
  for (unsigned i = 0; i <= n; i++)
    s += i;
  assert(s == n * (n + 1) / 2);
  return 0;
}
