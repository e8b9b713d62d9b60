// The right side is not evaluated when the left side decides.
// expect: proved
#include <everypath.h>

int main(void) {
  int n, d;
  ep_symbolic(&n, sizeof n, "n");
  ep_symbolic(&d, sizeof d, "d");
  if (n == -2147483647 - 1)
    return 0;
  return d != 0 && n / d > 1 ? 1 : 0;
}
