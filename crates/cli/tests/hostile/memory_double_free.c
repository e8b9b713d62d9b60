// Two conditions that can hold together.
// expect: violated
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *p = malloc(1);
  unsigned n = __VERIFIER_nondet_uint();
  if (n % 2 == 0) free(p);
  if (n % 3 == 0) free(p); // bug: double-free
}
