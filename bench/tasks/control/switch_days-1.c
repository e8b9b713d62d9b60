#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
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
