// NaN is the one value that differs from itself.
// expect: violated
#include <everypath.h>

int main(void) {
  float f;
  ep_symbolic(&f, sizeof f, "f");
  if (f < 1.0f || f >= 1.0f)
    return 0;
  ep_assert(f == f); // bug: assertion-failure
  return 0;
}
