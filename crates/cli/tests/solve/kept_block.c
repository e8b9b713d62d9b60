// property: valid-memsafety
// expect: true
// rule: a block that is pointed to is tracked
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
char *g;
int main(void) {
  g = malloc(8);
  return 0;
}
