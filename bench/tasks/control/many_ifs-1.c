#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "many_ifs-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
// Each flag counts once.
int main(void) {
  int count = 0;
  for (int i = 0; i < 60; i++)
    if (__VERIFIER_nondet_bool()) count++;
  __VERIFIER_assert(count >= 0 && count <= 60);
}
