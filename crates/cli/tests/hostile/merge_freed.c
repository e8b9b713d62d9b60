// Freed on one way, used on another; only both together are wrong.
// expect: violated
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  _Bool freed = __VERIFIER_nondet_bool(), used = __VERIFIER_nondet_bool();
  if (freed) free(p);
  if (used) *p = 2; // bug: use-after-free
  if (!freed) free(p);
}
