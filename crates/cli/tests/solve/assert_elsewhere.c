// property: unreach-call
// expect: true or unknown
// rule: an assertion that fails is no call of reach_error
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 9);
  if (n == 9) reach_error();
  return 0;
}
