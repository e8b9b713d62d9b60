#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "short_circuit-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
static int calls;
static int touch(int v) { calls++; return v; }
int main(void) {
  int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  int r = touch(a) && touch(b);
  __VERIFIER_assert(r == (a & b));
  __VERIFIER_assert(calls == (a ? 2 : 1));
}
