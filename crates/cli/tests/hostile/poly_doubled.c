// Twice the sum is no longer the sum twice.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++)
    s += i;
  assert(2 * s == n * n - n);
  assert(2 * s / 2 == s);
  return 0;
}
