// The first element is left out on the way down.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 100)
    return 0;
  for (int i = n - 1; i > 0; i--)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    assert(a[n - 1 - i] == 1); // bug: assertion-failure
  return 0;
}
