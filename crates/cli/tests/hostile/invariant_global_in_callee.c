// What the loop changes is a global variable two calls away.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int g;
static void inner(int *p) { (*p)++; }
static void outer(void) { inner(&g); }
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    outer();
    assert(g < 4); // bug: assertion-failure
  }
}
