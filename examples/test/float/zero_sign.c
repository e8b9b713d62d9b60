// The sign of fmax(-0.0, 0.0) is open in C: neither answer is proved, and the
// value is zero in any case.
// expect: unknown
// expect-unconfirmed: the native run has one of the two signs
#include <everypath.h>
#include <math.h>

int main(void) {
  float x;
  ep_symbolic(&x, sizeof x, "x");
  ep_assume(x <= 0 && x >= -1);
  float least = fmaxf(x, 0.0f);
  ep_assert(least == 0);
  ep_assert(!signbit(least)); // bug: assertion-failure
  return 0;
}
