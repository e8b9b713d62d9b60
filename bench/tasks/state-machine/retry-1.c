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
  unsigned tries = 0;
  unsigned char ok = 0;
  while (!ok && tries < 5) {
    tries++;
    if (__VERIFIER_nondet_bool()) ok = 1;
  }
  __VERIFIER_assert(ok || tries == 5);
}
