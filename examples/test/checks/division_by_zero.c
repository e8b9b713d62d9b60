// expect: violated
#include <everypath.h>

int main(void) {
  int a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  ep_assume(a > 0 && b > -100 && b < 100);
  return a / (b - 17); // bug: division-by-zero
}
