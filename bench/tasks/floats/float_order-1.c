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
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x < y) __VERIFIER_assert(!(y < x));
  if (!(x < y) && !(y < x)) if (x == x && y == y) __VERIFIER_assert(x == y);
}
