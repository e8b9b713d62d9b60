// Two equal numbers with different quotients.
// expect: violated
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x == y && x == 0) assert(1 / x == 1 / y); // bug: assertion-failure
}
