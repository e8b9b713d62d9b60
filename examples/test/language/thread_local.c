// With one thread a thread-local variable is a global one.
// expect: proved
#include <everypath.h>

static _Thread_local int depth = 3;

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  depth ^= n;
  ep_assert((depth ^ n) == 3);
  return 0;
}
