// property: valid-memsafety
// expect: true
// rule: a run that ends in reach_error is memory safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 4) reach_error();
  free(p);
  return 0;
}
