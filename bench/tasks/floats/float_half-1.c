#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  signed char k = __VERIFIER_nondet_char();
  double d = k;
  double h = d / 2;
  __VERIFIER_assert(h + h == d);
}
