// The difference is positive until it overflows into the other sign.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned a = 0;
  while (__VERIFIER_nondet_int()) {
    a += 0x10000000u;
    assert((int)a >= 0);
  }
  return 0;
}
