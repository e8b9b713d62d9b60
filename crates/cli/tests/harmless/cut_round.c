// A loop with a local whose address is taken is still cut.
// expect: proved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void step(unsigned *p) { *p += 2; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), even = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned x = even;
    step(&x);
    even = x;
    if (even & 1)
      abort();
  }
  return 0;
}
