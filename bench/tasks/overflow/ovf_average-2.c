#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
  assume_abort_if_not(lo >= 0 && lo <= hi);
  int mid = (lo + hi) / 2;
  return mid < 0;
}
