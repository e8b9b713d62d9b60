// The complement of a byte has more bits than a byte.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b = __VERIFIER_nondet_uchar(), c = (unsigned char)(~b >> 4);
  assert(c < 16); // bug: assertion-failure
}
