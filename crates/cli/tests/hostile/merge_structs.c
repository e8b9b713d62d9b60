// A structure by value, two fields of which come from different ways.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct pair { int a, b; };
static struct pair make(_Bool c) {
  struct pair p = {1, 1};
  if (c) { p.a = 2; p.b = 3; }
  return p;
}
int main(void) {
  struct pair x = make(__VERIFIER_nondet_bool()), y = make(__VERIFIER_nondet_bool());
  x.b = y.b;
  assert(x.a == x.b || x.a + x.b != 4); // bug: assertion-failure
}
