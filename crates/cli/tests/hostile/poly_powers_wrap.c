// The power of two is zero after 32 rounds.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), p = 1, s = 0;
  for (unsigned i = 0; i < n; i++) {
    s += p;
    p *= 2;
  }
  assert(s * s <= p * p || p > s);
  assert(p > s);
  return 0;
}
