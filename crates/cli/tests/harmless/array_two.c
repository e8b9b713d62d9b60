// Two arrays that one loop fills.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[500], b[500];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 500)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = n - i;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] + b[i] == n);
  return 0;
}
