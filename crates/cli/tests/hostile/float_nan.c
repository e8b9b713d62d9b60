// A value that is not equal to itself.
// expect: violated
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  assert(x == x); // bug: assertion-failure
}
