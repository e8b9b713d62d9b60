// The old address after realloc.
// expect: violated
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  p[0] = 1;
  char *q = realloc(p, __VERIFIER_nondet_uint() % 8 + 5);
  if (!q) { free(p); return 0; }
  int r = p[0]; // bug: use-after-free
  free(q);
  return r;
}
