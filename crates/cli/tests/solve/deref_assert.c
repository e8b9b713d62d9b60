// property: valid-memsafety
// expect: true
// rule: an assertion that fails ends the run and is memory safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  assert(*p != 4);
  free(p);
  return 0;
}
