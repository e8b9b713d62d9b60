// The remainder has the sign of the dividend.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  assert(a % 3 >= 0); // bug: assertion-failure
}
