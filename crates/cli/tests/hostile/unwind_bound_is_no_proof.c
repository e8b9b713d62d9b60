// The bound is exact for one loop and one short for the other.
// expect: proved-up-to
// flags: --unwind 3 --no-induction
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() % 4, m = __VERIFIER_nondet_uchar() % 5, s = 0;
  for (unsigned i = 0; i < n; i++) s++;
  for (unsigned i = 0; i < m; i++) s++;
  assert(s < 7);
}
