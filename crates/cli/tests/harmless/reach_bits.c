// A word whose bits go round.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) {
    x = x << 1 | x >> 7;
    x &= 0xff;
    assert(x != 0);
    assert((x & (x - 1)) == 0);
  }
  return 0;
}
