// The counter does not stop at nothing.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned left = 9;
  while (__VERIFIER_nondet_int()) {
    left--;
    assert(left <= 9);
  }
  return 0;
}
