// What runs before main counts.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int state;
__attribute__((constructor)) static void first(void) { state = __VERIFIER_nondet_bool(); }
int main(void) {
  assert(state == 0); // bug: assertion-failure
}
