// Doubles that are equal modulo 2^32 are those of two numbers.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint(), f = __VERIFIER_nondet_uint();
  if (2 * a != 2 * b)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    a += 3 * f;
    b += 3 * f;
  }
  assert(a * f - b * f + a == b); // bug: assertion-failure
  return 0;
}
