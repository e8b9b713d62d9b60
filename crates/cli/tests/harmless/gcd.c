// The last number that is not zero.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a == 0 && b == 0) return 0;
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  assert(a != 0);
  return 0;
}
