// A merged function pointer: the sum that is wrong needs both choices.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_bool() ? one : two;
  int (*g)(int) = __VERIFIER_nondet_bool() ? one : two;
  assert(g(f(3)) != 7); // bug: assertion-failure
}
