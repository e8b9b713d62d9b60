// The contract does not say enough for what main asserts. The loop has no
// bound, so nothing else can show it either.
// expect: proved-up-to
// flags: --unwind 3
#include <assert.h>
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int clamp(int x) {
  ep_ensures(ep_result(int) <= 200);
  return x > 100 ? 100 : x;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    int y = clamp(__VERIFIER_nondet_int());
    assert(y <= 100);
  }
  return 0;
}
