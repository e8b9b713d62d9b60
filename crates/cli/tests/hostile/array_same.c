// Both pointers are of one array.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void both(int *p, int *q, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = 1;
    q[n - 1 - i] = i < 5 ? 1 : 2;
  }
}
int main(void) {
  int a[300];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 300)
    return 0;
  both(a, a, n);
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
