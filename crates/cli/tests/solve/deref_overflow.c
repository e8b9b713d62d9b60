// property: valid-memsafety
// expect: true
// rule: an overflow is not asked about
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
  *p = n + n;
  n = *p;
  free(p);
  return n;
}
