// Zero only of two zeros.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned a = x, b = y;
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  assert(a != 0 || (x == 0 && y == 0));
  return 0;
}
