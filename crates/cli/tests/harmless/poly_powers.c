// The sum of powers of two.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned p = 1, s = 0;
  for (unsigned i = 0; i < n; i++) {
    s += p;
    p *= 2;
  }
  assert(s == p - 1);
  return 0;
}
