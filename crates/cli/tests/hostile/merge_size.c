// Blocks of two sizes.
// expect: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  char *p = c ? malloc(4) : malloc(8);
  if (!p) return 0;
  p[5] = 1; // bug: out-of-bounds-write
  free(p);
}
