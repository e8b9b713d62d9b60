#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
static int *pick(int k, int *a) { return k >= 0 && k < 3 ? a + k : 0; }
int main(void) {
  int a[3] = {1, 2, 3};
  int k = __VERIFIER_nondet_int();
  assume_abort_if_not(k >= 0 && k <= 2);
  int *p = pick(k, a);
  return *p == 9;
}
