// INT_MIN % -1 overflows as INT_MIN / -1 does.
// expect: violated
#include <everypath.h>

int main(void) {
  int a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  if (b == 0)
    return 0;
  return a % b == 3; // bug: signed-overflow
}
