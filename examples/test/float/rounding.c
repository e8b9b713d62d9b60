// Adding a small number to a large one may change nothing.
// expect: violated
#include <everypath.h>

int main(void) {
  float f;
  ep_symbolic(&f, sizeof f, "f");
  ep_assume(f > 0.0f && f < 1e9f);
  ep_assert(f + 1.0f > f); // bug: assertion-failure
  return 0;
}
