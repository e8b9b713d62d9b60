// Division by a float zero is defined; the result is infinite.
// expect: proved
#include <everypath.h>

int main(void) {
  float d;
  ep_symbolic(&d, sizeof d, "d");
  ep_assume(d == 0.0f);
  float r = 1.0f / d;
  ep_assert(r > 3.4e38f || r < -3.4e38f);
  return 0;
}
