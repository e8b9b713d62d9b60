// Filled from the end.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  for (int i = n - 1; i >= 0; i--)
    a[i] = 10 - i;
  for (int i = 0; i < n; i++)
    assert(a[i] == 10 - i);
  return 0;
}
