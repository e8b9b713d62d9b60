#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
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
  int r = touch(a) & touch(b);
  __VERIFIER_assert(r == (a & b));
  __VERIFIER_assert(calls == (a ? 2 : 1));
}
