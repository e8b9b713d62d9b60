// One byte of an element is changed through another type.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[100];
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 5 || n > 100)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = 0x01010101;
  ((unsigned char *)a)[n * 4 - 2] = 0;
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 0x01010101); // bug: assertion-failure
  return 0;
}
