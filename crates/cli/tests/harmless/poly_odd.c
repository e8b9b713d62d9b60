// The sum of odd numbers is a square.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 0, o = 1;
  for (unsigned i = 0; i < n; i++) {
    s += o;
    o += 2;
  }
  assert(s == n * n);
  return 0;
}
