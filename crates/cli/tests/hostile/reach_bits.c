// The low bit stays, until the high ones come down.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) {
    x = x & 0x80 ? x >> 7 ^ 1 : x << 1 | 1;
    assert(x & 1);
  }
  return 0;
}
