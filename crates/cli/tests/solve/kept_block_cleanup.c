// property: valid-memcleanup
// expect: false(valid-memcleanup)
// rule: every block is freed, whoever points to it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
char *g;
int main(void) {
  g = malloc(8);
  return 0;
}
