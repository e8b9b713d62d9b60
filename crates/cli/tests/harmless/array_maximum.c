// No element is greater than the maximum.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  for (int i = 0; i < n; i++)
    assert(a[i] <= m);
  return 0;
}
