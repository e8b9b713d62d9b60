#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
// A position that never leaves its range.
int main(void) {
  int p = 0;
  while (__VERIFIER_nondet_bool()) {
    if (p < 10 && __VERIFIER_nondet_bool()) p++;
    else if (p >= -10) p--;
  }
  __VERIFIER_assert(p >= -10 && p <= 10);
}
