// The maximum begins with zero, and all may be below.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = -1 - i;
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  int found = 0;
  for (int i = 0; i < n; i++)
    if (a[i] == m)
      found = 1;
  assert(found); // bug: assertion-failure
  return 0;
}
