// Parity holds until a round of three steps.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    if (n == 13) {
      n = 0;
      x += 3;
    } else {
      x += 2;
    }
    x &= 0xff;
    assert((x & 1) == 0);
  }
  return 0;
}
