// More of the stack in each round.
// flags: --max-unwind 3 --stack-size 1M
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <alloca.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    volatile char *p = alloca(64);
    p[0] = 1;
    if (a + b != 3)
      return 1;
  }
  return 0;
}
