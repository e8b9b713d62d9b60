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
// Each flag counts once.
int main(void) {
  int count = 0;
  for (int i = 0; i < 60; i++)
    if (__VERIFIER_nondet_bool()) count++;
  __VERIFIER_assert(count >= 0 && count <= 60);
}
