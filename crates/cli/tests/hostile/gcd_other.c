// Both are not zero at the end only if neither was at the start.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), a = x, b = y;
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  assert(a != 0 || x == 0 && y == 1); // bug: assertion-failure
  return 0;
}
