// The last element is not written.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n - 1; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
