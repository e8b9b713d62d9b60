// The sum itself overflows, 65,536 rounds on.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 70000)
    return 0;
  for (int i = 0; i < n; i++)
    s += i;
  assert(2LL * s == (long long)n * n - n);
  return 0;
}
