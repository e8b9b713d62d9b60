// Nothing says that one of them is not zero.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  assert(a != 0); // bug: assertion-failure
  return 0;
}
