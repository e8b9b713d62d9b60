// The region of the index is one of signed numbers.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[64];
  int n = __VERIFIER_nondet_int();
  if (n < -32 || n > 32)
    return 0;
  for (int i = -32; i < n; i++)
    a[i + 32] = i < -27 ? 1 : 2;
  for (int i = -32; i < n; i++)
    assert(a[i + 32] == 1); // bug: assertion-failure
  return 0;
}
