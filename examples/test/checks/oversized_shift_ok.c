// expect: proved
#include <everypath.h>

int main(void) {
  unsigned n, x;
  ep_symbolic(&n, sizeof n, "n");
  ep_symbolic(&x, sizeof x, "x");
  n &= 31;
  // Rotating there and back again changes nothing.
  unsigned y = n ? (x << n) | (x >> (32 - n)) : x;
  unsigned z = n ? (y >> n) | (y << (32 - n)) : y;
  ep_assert(z == x);
  return 0;
}
