// The greatest n alone makes the sum overflow.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 1861)
    return 0;
  for (int i = 1; i <= n; i++)
    s += i * i;
  assert(6LL * s == (long long)n * (n + 1) * (2 * n + 1));
  return 0;
}
