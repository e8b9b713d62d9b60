// property: valid-memcleanup
// expect: false(valid-memcleanup)
// rule: exit ends the program too
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  char *p = malloc(8);
  if (__VERIFIER_nondet_int() == 2) exit(0);
  free(p);
  return 0;
}
