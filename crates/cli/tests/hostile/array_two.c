// The arrays change their roles late.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[300], b[300];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 300)
    return 0;
  int *p = a, *q = b;
  for (int i = 0; i < n; i++) {
    int *x = i < 5 ? p : q;
    int *y = i < 5 ? q : p;
    x[i] = 1;
    y[i] = 2;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
