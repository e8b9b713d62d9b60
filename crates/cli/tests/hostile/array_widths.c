// Elements that overlap: shorts at odd places.
// expect: violated
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char a[400];
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 5 || n > 100)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = 1;
  unsigned short two = 0x0201;
  memcpy(a + n - 2, &two, 2);
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
