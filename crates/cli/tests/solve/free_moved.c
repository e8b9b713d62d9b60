// property: valid-memsafety
// expect: false(valid-free) or false(valid-deref)
// rule: realloc takes the old block away
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  char *p = malloc(8);
  char *q = realloc(p, 1 << 20);
  free(p);
  free(q);
  return 0;
}
