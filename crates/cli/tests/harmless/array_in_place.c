// Each element is changed in place.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 5;
  for (int i = 0; i < n; i++)
    assert(a[i] == i + 5);
  return 0;
}
