// What is known of a product is known of no factor.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), r = 0;
  for (unsigned c = 0; c < y; c++)
    r += x;
  if (r == x * y && y == 2)
    assert(r != 6); // bug: assertion-failure
  return 0;
}
