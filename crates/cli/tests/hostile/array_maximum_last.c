// The maximum leaves out the last element.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int m = a[0];
  for (int i = 1; i < n - 1; i++)
    if (a[i] > m)
      m = a[i];
  for (int i = 0; i < n; i++)
    assert(a[i] <= m); // bug: assertion-failure
  return 0;
}
