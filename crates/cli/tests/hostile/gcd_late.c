// After many rounds both are zero.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
  if (a == 0 && b == 0)
    return 0;
  while (__VERIFIER_nondet_int()) {
    unsigned t = a;
    a = b;
    b = t;
    if (++n == 30000)
      a = b = 0;
    assert(a != 0 || b != 0);
  }
  return 0;
}
