// One more is not more.
// expect: violated
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x < 1e9f) {
    float y = x + 1;
    assert(y > x); // bug: assertion-failure
  }
}
