// A harness for KLEE runs unchanged.
// expect: violated
#include "klee/klee.h"

int main(void) {
  int a, b = klee_range(0, 10, "b");
  klee_make_symbolic(&a, sizeof a, "a");
  klee_assume(a > 100);
  klee_assume(a < 200);
  klee_prefer_cex(&a, a == 150);
  if (b == 3)
    klee_silent_exit(0);
  klee_assert(b >= 0 && b < 10);
  klee_assert(a + b != 208); // bug: assertion-failure
  return 0;
}
