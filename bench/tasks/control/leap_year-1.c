#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "leap_year-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
static int leap(int y) {
  if (y % 400 == 0) return 1;
  if (y % 100 == 0) return 0;
  return y % 4 == 0;
}
int main(void) {
  int y = __VERIFIER_nondet_int();
  assume_abort_if_not(y >= 1583 && y <= 9999);
  int want = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
  __VERIFIER_assert(leap(y) == want);
}
