// The bad state needs forty events of the right kind.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    int e = __VERIFIER_nondet_int();
    if (e == state % 3)
      state++;
    else
      state = 0;
    assert(state != 40);
  }
  return 0;
}
