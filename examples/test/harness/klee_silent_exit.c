// klee_silent_exit ends a path before its bug.
// expect: proved
#include "klee/klee.h"

int main(void) {
  int a;
  klee_make_symbolic(&a, sizeof a, "a");
  if (a == 5) {
    klee_silent_exit(0);
    klee_assert(0);
  }
  return 0;
}
