// A jump into the loop passes its test.
// expect: violated
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = 0;
again:
  while (n < 29) {
    n += __VERIFIER_nondet_uchar() & 1;
    if (n == 28 && __VERIFIER_nondet_int()) {
      n += 2;
      goto again;
    }
  }
  assert(n == 29); // bug: assertion-failure
  return 0;
}
