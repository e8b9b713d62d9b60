// 80-bit numbers are exact where a double is not.
// expect: proved
#include <everypath.h>

int main(void) {
  long double x = 9007199254740993.0L;
  double d = (double)x;
  ep_assert(d == 9007199254740992.0);
  ep_assert((long long)x == 9007199254740993LL);
  ep_assert(x / 3 * 3 - x < 1e-3L);
  return 0;
}
