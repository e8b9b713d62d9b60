// The same in 64 bits, without a bound of n.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  long long s = 0;
  for (int i = 0; i < n; i++)
    s += i;
  assert(s == (long long)n * (n - 1LL) / 2);
  return 0;
}
