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
static unsigned char add(unsigned char a, unsigned char b) {
  unsigned char s = (unsigned char)(a + b);
  return s <= a ? 255 : s;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned want = (unsigned)a + b;
  if (want > 255) want = 255;
  __VERIFIER_assert(add(a, b) == want);
}
