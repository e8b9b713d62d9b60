// Every int fits a double and comes back unchanged; not every one a float.
// expect: violated
#include <everypath.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 0 && n < 1 << 25);
  ep_assert((int)(double)n == n);
  ep_assert((int)(float)n == n); // bug: assertion-failure
  return 0;
}
