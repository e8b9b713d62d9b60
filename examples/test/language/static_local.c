// A static local keeps its value between calls.
// expect: violated
#include <everypath.h>

static int counter(int step) {
  static int total = 40;
  total += step;
  return total;
}

int main(void) {
  unsigned char a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  counter(a);
  ep_assert(counter(b) != 42); // bug: assertion-failure
  return 0;
}
