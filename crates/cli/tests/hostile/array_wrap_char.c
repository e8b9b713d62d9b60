// An unsigned char as index comes back to zero.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[300];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 300)
    return 0;
  unsigned char k = 252;
  for (unsigned i = 252; i < n; i++)
    a[k++] = i;
  k = 0;
  for (unsigned i = 256; i < n; i++)
    assert(a[k++] == 0 * i); // bug: assertion-failure
  return 0;
}
