// The half of a product that does not wrap around.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 60000) return 0;
  unsigned s = 0;
  for (unsigned i = 0; i <= n; i++)
    s += i;
  assert(s == n * (n + 1) / 2);
  return 0;
}
