// A block that is there from far behind on; freed, it is freed twice.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  char *p = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (a + b != 3)
      return 1;
    if (i == 70000)
      p = malloc(1);
  }
  free(p);
  if (p)
    free(p);
  return 0;
}
