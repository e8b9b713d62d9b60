// The sum begins again in a late round.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) {
    s += 2 * i + 1;
    if (i == 40000)
      s = 0;
  }
  assert(s == n * n);
  return 0;
}
