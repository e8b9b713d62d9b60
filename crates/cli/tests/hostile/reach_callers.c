// The loop in a function is entered from two places with two promises; one is broken late.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int run(int x, int most) {
  while (__VERIFIER_nondet_int())
    if (x < most && __VERIFIER_nondet_int() == 5)
      x++;
  return x;
}
int main(void) {
  int a = 0, b = 10;
  while (__VERIFIER_nondet_int()) {
    a = run(a, 10);
    b = run(b, 30);
    assert(a <= 10 && b < 30);
  }
  return 0;
}
