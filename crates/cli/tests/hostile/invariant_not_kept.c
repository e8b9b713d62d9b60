// An invariant of the user that holds at first and is not kept.
// expect: violated
#include <assert.h>
#include <everypath.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned i = 0;
  while (__VERIFIER_nondet_bool()) {
    ep_invariant(i < 3); // bug: assertion-failure
    i++;
  }
}
