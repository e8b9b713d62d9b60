// The invariant speaks of a variable that another name changes.
// expect: violated
#include <assert.h>
#include <everypath.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 0, y = 0;
  int *p = __VERIFIER_nondet_bool() ? &x : &y;
  while (__VERIFIER_nondet_bool()) {
    ep_invariant(x == 0); // bug: assertion-failure
    *p = 1;
  }
}
