// A pointer to a local outlives it.
// expect: violated
#include <everypath.h>

static int *keep;

static void remember(int n) {
  int local = n;
  if (n > 3)
    keep = &local;
}

int main(void) {
  int n, zero = 0;
  ep_symbolic(&n, sizeof n, "n");
  keep = &zero;
  remember(n);
  return *keep; // bug: use-after-return
}
