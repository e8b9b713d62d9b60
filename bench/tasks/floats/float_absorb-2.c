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
int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  float big = 16777216.0f;
  float sum = big + k;
  __VERIFIER_assert(sum >= big && (k == 0 || sum > big));
}
