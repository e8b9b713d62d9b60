// A base case that odd numbers step over.
// flags: --stack-size 64K
// expect: violated
#include <everypath.h>

static int half(int n) {
  if (n == 0)
    return 0;
  return 1 + half(n - 2); // bug: unbounded-recursion
}

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 0 && n < 4);
  return half(n);
}
