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
  unsigned count[4] = {0, 0, 0, 0};
  for (int i = 0; i < 6; i++) count[__VERIFIER_nondet_uchar() & 3]++;
  unsigned sum = count[0] + count[1] + count[2];
  __VERIFIER_assert(sum == 6);
}
