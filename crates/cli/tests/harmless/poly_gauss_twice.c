// Twice the sum, modulo 2^32 for every n.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += i;
  assert(2 * s == n * n - n);
  return 0;
}
