// The sum has 64 bits, the product that it is compared with has 32.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  long long s = 0;
  if (n < 0 || n > 100000)
    return 0;
  for (int i = 1; i <= n; i++)
    s += i;
  assert(s == (long long)((unsigned)n * (n + 1u) / 2));
  return 0;
}
