// expect: proved
#include <everypath.h>

int main(void) {
  double d;
  ep_symbolic(&d, sizeof d, "d");
  if (!(d >= 0.0 && d <= 100.0))
    return 0;
  int n = (int)d;
  ep_assert(n >= 0 && n <= 100);
  return 0;
}
