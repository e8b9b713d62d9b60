// A pointer to the counter changes it in a late round.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  unsigned *p = &i;
  while (i < n) {
    s += 2 * i + 1;
    i++;
    if (s == 400000000)
      *p = *p + 1;
  }
  assert(s == n * n);
  return 0;
}
