// The sum of the first numbers, of ints that do not overflow.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10000) return 0;
  int s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  assert(s == n * (n + 1) / 2);
  return 0;
}
