// Eight ways merge; one of them adds up.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int s = 0;
  if (__VERIFIER_nondet_bool()) s += 3;
  if (__VERIFIER_nondet_bool()) s -= 5;
  if (__VERIFIER_nondet_bool()) s *= 7;
  assert(s != -14); // bug: assertion-failure
}
