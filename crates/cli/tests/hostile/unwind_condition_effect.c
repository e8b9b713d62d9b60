// The condition of the loop has the effect.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned seen = 0;
  while (seen++ < n) {}
  assert(seen <= 255 || n < 255); // bug: assertion-failure
}
