// The count of pairs overflows an int.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), c = 0;
  for (int i = 0; i < n; i++)
    c += i;
  assert(n < 0 || 2LL * c == (long long)n * (n - 1LL));
  return 0;
}
