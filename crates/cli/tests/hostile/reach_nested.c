// The inner loop leaves its counter one too high when it is left early, late.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int outer = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    n = 0;
    while (n < 3) {
      if (outer == 6 && __VERIFIER_nondet_int())
        n = 4;
      else
        n++;
    }
    assert(n == 3);
    if (outer < 6)
      outer++;
  }
  return 0;
}
