// A product by repeated addition, which does not overflow on the way.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 40000 || y < 0 || y > 40000) return 0;
  int r = 0, c = y;
  while (c > 0) {
    r += x;
    c--;
  }
  assert(r == x * y);
  return 0;
}
