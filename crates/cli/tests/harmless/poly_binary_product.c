// A product by doubling and halving, modulo 2^32.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, z = 0;
  while (y != 0) {
    if (y % 2 == 1) {
      z += x;
      y--;
    }
    x = 2 * x;
    y = y / 2;
  }
  assert(z == a * b);
  return 0;
}
