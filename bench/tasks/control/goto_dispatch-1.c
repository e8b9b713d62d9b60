#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "goto_dispatch-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int s = 0, x = __VERIFIER_nondet_int();
  if (x < 0) goto negative;
  if (x == 0) goto zero;
  s = 1;
  goto done;
negative:
  s = -1;
  goto done;
zero:
  s = 0;
done:
  __VERIFIER_assert((s < 0) == (x < 0) && (s > 0) == (x > 0));
}
