// A truth value that is compared with zero and read again.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int() & 7, x = a > 1;
  if (x == 0)
    a = 2;
  assert(a + x != 3 + 3); // bug: assertion-failure
}
