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
  unsigned char on = 0;
  for (;;) {
    if (__VERIFIER_nondet_bool()) break;
    on = !on;
    __VERIFIER_assert(on <= 1);
  }
}
