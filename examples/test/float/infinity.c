// Floats overflow to infinity, and division by a float zero is defined.
// expect: proved
#include <everypath.h>

static float one = 1.0f, zero = 0.0f;

int main(void) {
  float d;
  ep_symbolic(&d, sizeof d, "d");
  ep_assume(d > 3e38f);
  float twice = d + d, infinite = one / zero;
  ep_assert(twice == infinite);
  ep_assert(zero / zero != zero / zero);
  return 0;
}
