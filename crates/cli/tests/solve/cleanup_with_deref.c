// property: valid-memcleanup
// expect: unknown or true
// rule: an invalid access is not asked about
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int a[2] = {0}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  return a[i];
}
