// The invariant holds at the head, not after the loop.
// expect: violated
#include <assert.h>
#include <everypath.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned i = 0;
  while (i < 100) {
    ep_invariant(i < 100);
    if (__VERIFIER_nondet_bool() && i == 0) { i = 200; break; }
    i++;
  }
  assert(i == 100); // bug: assertion-failure
}
