// A product that wraps is not divided back.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint() % 64 + 1;
  assert(a * b / b == a); // bug: assertion-failure
}
