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
  int locked = 0, old, new;
  do {
    __VERIFIER_assert(locked == 0);
    locked = 1;
    old = new = 0;
    if (__VERIFIER_nondet_bool()) {
      locked = 0;
      new = 1;
    }
  } while (new != old);
  __VERIFIER_assert(locked == 1);
}
