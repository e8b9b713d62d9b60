// expect: proved
#include <everypath.h>

int main(void) {
  unsigned n, i = 0, s = 0;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 20);
  while (i < n)
    s += ++i;
  ep_assert(s == n * (n + 1) / 2);
  return 0;
}
