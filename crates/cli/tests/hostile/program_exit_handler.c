// What runs at exit fails.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int state;
static void last(void) {
  assert(state == 0); // bug: assertion-failure
}
int main(void) {
  atexit(last);
  if (__VERIFIER_nondet_bool()) { state = 1; exit(0); }
}
