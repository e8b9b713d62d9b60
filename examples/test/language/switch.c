// Cases that fall through, ranges, and a default in the middle.
// expect: violated
#include <everypath.h>

int main(void) {
  long long n;
  int r = 0;
  ep_symbolic(&n, sizeof n, "n");
  switch (n) {
  case -5000000000LL:
    r = 1;
    break;
  case 1 ... 3:
    r += 2;
    // fall through
  default:
    r += 4;
    break;
  case 9:
    r = 8;
  }
  if (n == 2)
    ep_assert(r == 6);
  ep_assert(r != 1); // bug: assertion-failure
  return 0;
}
