// A comparison for qsort that subtracts.
// expect: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int below(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; // bug: signed-overflow
}
int main(void) {
  int a[2];
  a[0] = __VERIFIER_nondet_int();
  a[1] = __VERIFIER_nondet_int();
  qsort(a, 2, sizeof a[0], below);
  return 0;
}
