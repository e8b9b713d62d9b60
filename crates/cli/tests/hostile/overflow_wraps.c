// Arithmetic that wraps around is below zero.
// flags: --overflow wrap
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0)
    assert(x + 1 > 0); // bug: assertion-failure
  return 0;
}
