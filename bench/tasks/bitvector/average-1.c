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
// The average of two numbers without a wider type.
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char m = (unsigned char)((a & b) + ((a ^ b) >> 1));
  __VERIFIER_assert(m == ((unsigned)a + b) / 2);
}
