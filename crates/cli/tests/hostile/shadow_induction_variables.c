// What the environment said is remembered over all rounds.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), set = 0;
  for (unsigned i = 0; i < n; i++)
    set = getenv("LEVEL") != 0;
  assert(!set); // bug: assertion-failure
  return 0;
}
