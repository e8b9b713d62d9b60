// The greatest n alone makes the product overflow.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 46341)
    return 0;
  for (int i = 1; i <= n; i++)
    s += i;
  assert(s == n * (n + 1) / 2);
  return 0;
}
