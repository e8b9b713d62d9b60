// A volatile variable is read each time, and is memory like any other here.
// expect: proved
#include <everypath.h>

static volatile int tick;

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  tick = n;
  int a = tick, b = tick;
  ep_assert(a == n && b == n);
  return 0;
}
