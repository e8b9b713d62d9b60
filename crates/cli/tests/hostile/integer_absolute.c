// The least number has no absolute value.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int m = a < 0 ? -a : a; // bug: signed-overflow
  assert(m >= 0);
}
