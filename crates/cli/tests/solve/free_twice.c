// property: valid-memsafety
// expect: false(valid-free)
// rule: a block is freed once
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  char *p = malloc(8);
  free(p);
  if (__VERIFIER_nondet_int() == 3) free(p);
  return 0;
}
