#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "switch_days-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
static int days(int month) {
  switch (month) {
    case 2: return 28;
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
  }
}
int main(void) {
  int sum = 0;
  for (int m = 1; m <= 12; m++) sum += days(m);
  int m = __VERIFIER_nondet_int();
  assume_abort_if_not(m >= 1 && m <= 12);
  __VERIFIER_assert(days(m) >= 28 && sum == 365);
}
