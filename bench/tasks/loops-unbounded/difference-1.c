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
int main(void) {
  int lo = 0, hi = 100;
  while (__VERIFIER_nondet_bool() && lo < hi) {
    if (__VERIFIER_nondet_bool()) lo++;
    else hi--;
  }
  __VERIFIER_assert(lo <= hi && lo >= 0 && hi <= 100);
}
