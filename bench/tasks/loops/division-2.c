#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
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
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  assume_abort_if_not(b > 15);
  unsigned q = 0, r = a;
  while (r > b) {
    r -= b;
    q++;
  }
  __VERIFIER_assert(q == (unsigned)a / b && r == (unsigned)a % b);
}
