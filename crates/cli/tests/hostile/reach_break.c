// The loop is left by a break that skips the update.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = 0, closed = 1;
  while (1) {
    closed = 0;
    n++;
    if (n == 7 && __VERIFIER_nondet_int())
      break;
    closed = 1;
    if (n > 9)
      n = 0;
    if (__VERIFIER_nondet_int())
      break;
  }
  assert(closed);
  return 0;
}
