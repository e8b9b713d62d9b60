// One of two states has a block in the place of the other's null, and both free
// the same pointer twice.
// expect: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = 0, *q;
  if (__VERIFIER_nondet_int())
    p = malloc(2);
  q = p;
  free(p);
  free(q); // bug: double-free
}
