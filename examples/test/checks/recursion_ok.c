// expect: proved
#include <everypath.h>

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  unsigned m;
  ep_symbolic(&m, sizeof m, "m");
  ep_assume(m <= 2);
  ep_assert(ackermann(m, 3) <= 9);
  return 0;
}
