#include <assert.h>
#include <stdlib.h>
extern short __VERIFIER_nondet_short(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  short s = __VERIFIER_nondet_short();
  float f = s;
  __VERIFIER_assert((int)f == s);
}
