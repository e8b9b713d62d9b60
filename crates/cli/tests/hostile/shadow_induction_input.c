// A count of what was read.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
#include <stdio.h>
int main(void) {
  unsigned n = 0, a = 1, b = 2;
  while (getchar() != EOF) {
    unsigned t = a;
    a = b;
    b = t;
    n++;
    assert(n < 70000 && a + b == 3);
  }
  return 0;
}
