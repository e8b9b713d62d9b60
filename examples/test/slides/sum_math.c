// With mathematical integers, as on the slides, nothing overflows.
// flags: --entry sum --arith math
// expect: proved
#include <everypath.h>

int sum(int a, int b, int c) {
  int x = a + b;
  int y = b + c;
  int z = x + y - b;
  ep_assert(z == a + b + c);
  return z;
}
