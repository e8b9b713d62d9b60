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
int main(void) {
  unsigned a = 0, b = 0;
  while (__VERIFIER_nondet_bool()) {
    a += 3;
    b += 1;
  }
  __VERIFIER_assert(a == 3 * b);
}
