// Reversal in place over all of the array undoes itself.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == n - 1 - i); // bug: assertion-failure
  return 0;
}
