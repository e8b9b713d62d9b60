// What nothing satisfies leaves no path.
// expect: proved
#include <everypath.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n > 3);
  ep_assume(n < 2);
  ep_assert(0);
  return 0;
}
