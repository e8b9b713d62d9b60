// property: valid-memsafety
// expect: false(valid-memtrack)
// rule: nothing points to the block at the end
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  char *p = malloc(8);
  if (__VERIFIER_nondet_int()) p = 0;
  free(p);
  return 0;
}
