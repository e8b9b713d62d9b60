// A negative number is not below an unsigned one.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned b = 5;
  if (a < 3) assert(a < b); // bug: assertion-failure
}
