// property: valid-memsafety
// expect: false(valid-deref)
// rule: what the property asks
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return a[i];
}
