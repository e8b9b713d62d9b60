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
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_bool()) x += 2;
  __VERIFIER_assert(x % 2 == 0);
}
