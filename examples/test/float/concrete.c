// Concrete floating-point code is exact and needs no solver.
// expect: proved
#include <everypath.h>

static double root(double x) {
  double r = x;
  for (int i = 0; i < 40; i++)
    r = (r + x / r) / 2;
  return r;
}

int main(void) {
  double r = root(2.0);
  ep_assert(r > 1.41421356237309 && r < 1.41421356237310);
  ep_assert(0.1 + 0.2 != 0.3);
  return 0;
}
