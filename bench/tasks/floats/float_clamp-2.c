#include <assert.h>
#include <stdlib.h>
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
static float clamp(float x) {
  if (x < 0) return 0;
  if (x > 1) return 1;
  return x;
}
int main(void) {
  float r = clamp(__VERIFIER_nondet_float());
  __VERIFIER_assert(r >= 0 && r <= 1);
}
