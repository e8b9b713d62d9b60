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
  /* What comes in satisfies the mask; it is asserted three stages later. */
  unsigned char p = 0, q = 0, r = 0;
  while (__VERIFIER_nondet_bool()) {
    __VERIFIER_assert((p & 0x41) != 0x41);
    p = q;
    q = r;
    r = __VERIFIER_nondet_uchar();
    if ((r & 0x41) == 0x41) r ^= 1;
  }
}
