#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  /* What comes in satisfies the mask; it is asserted two stages later. */
  unsigned char p = 0, q = 0;
  while (__VERIFIER_nondet_bool()) {
    __VERIFIER_assert((p & 0x22) != 0x22);
    p = q;
    q = __VERIFIER_nondet_uchar();
    if ((q & 0x22) == 0x22) q ^= 0x20;
  }
}
