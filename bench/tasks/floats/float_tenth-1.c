#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
// 0.1 has no exact value.
int main(void) {
  double s = 0;
  for (int i = 0; i < 10; i++) s += 0.1;
  int k = __VERIFIER_nondet_bool();
  __VERIFIER_assert(s != 1.0 );
}
