// A merged pointer, one target of which is too small.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  char *p = __VERIFIER_nondet_bool() ? malloc(8) : malloc(4);
  if (!p) return 0;
  p[5] = 1; // bug: out-of-bounds-write
  free(p);
}
