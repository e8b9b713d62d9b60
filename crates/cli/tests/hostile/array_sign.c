// The elements are signed.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  signed char a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = (signed char)(124 + i);
  for (int i = 0; i < n; i++)
    assert(a[i] > 0); // bug: assertion-failure
  return 0;
}
