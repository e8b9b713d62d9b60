#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  assume_abort_if_not(a < 1000000 && a > -1000000 && b < 1000000 && b > -1000000);
  return (a + b) & 1;
}
