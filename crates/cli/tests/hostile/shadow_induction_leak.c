// A block that is lost far behind.
// flags: --max-unwind 3 --check +leak
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  char *p = malloc(1);
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (i == 70000)
      p = malloc(2);
    if (a + b != 3)
      break;
  }
  free(p);
  return 0;
}
