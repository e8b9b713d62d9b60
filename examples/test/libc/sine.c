// No solver knows the sine: a table of angles is gone through value by value,
// and of any number only a few are tried, which the verdict says.
// expect: violated
#include <everypath.h>
#include <math.h>

int main(void) {
  unsigned char eighth;
  ep_symbolic(&eighth, sizeof eighth, "eighth");
  ep_assume(eighth < 8);
  double s = sin(eighth * 0.78539816339744830961);
  if (s == 1.0)
    ep_assert(eighth != 2); // bug: assertion-failure
  return 0;
}
