// A loop in a function keeps what its caller said, but for one value.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int wait(int mode) {
  int left = mode;
  while (__VERIFIER_nondet_int())
    if (mode == 7)
      left = 8;
  return left;
}
int main(void) {
  int mode = 0;
  while (__VERIFIER_nondet_int()) {
    int r = wait(mode);
    assert(r == mode);
    if (mode < 7)
      mode++;
  }
  return 0;
}
