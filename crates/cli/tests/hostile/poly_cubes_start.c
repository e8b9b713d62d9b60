// The differences begin with another number.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = 0, x = 0, y = 2, z = 6;
  while (n < k) {
    n++;
    x += y;
    y += z;
    z += 6;
  }
  assert(x == k * k * k); // bug: assertion-failure
  return 0;
}
