// A block that is freed far behind, and used a round later.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  unsigned *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 1;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (*p != 1 || a + b != 3)
      return 1;
    if (i == 70000)
      free(p);
  }
  return 0;
}
