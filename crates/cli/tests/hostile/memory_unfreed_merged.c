// Freed on one of two ways.
// expect: violated
// flags: --check +unfreed-memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *g;
int main(void) {
  int n = __VERIFIER_nondet_int();
  g = malloc(4); // bug: unfreed-memory
  if (n != 12345) free(g);
  return n == 5;
}
