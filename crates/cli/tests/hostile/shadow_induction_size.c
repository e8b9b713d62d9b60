// A block that is another one, and smaller, from far behind on.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  char *p = calloc(8, 1);
  if (!p)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (p[5] || a + b != 3)
      return 1;
    if (i == 70000) {
      char *q = realloc(p, 2);
      if (!q)
        break;
      p = q;
    }
  }
  free(p);
  return 0;
}
