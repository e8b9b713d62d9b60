// Eight bits hold no square of sixteen.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char s = 0;
  if (n < 0 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    s += 2 * i + 1;
  assert(s == n * n);
  return 0;
}
