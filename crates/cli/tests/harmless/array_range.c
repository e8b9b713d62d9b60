// Inputs that were checked when they were stored.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    a[i] = x < -5 ? -5 : x > 50 ? 50 : x;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] >= -5 && a[i] <= 50);
  return 0;
}
