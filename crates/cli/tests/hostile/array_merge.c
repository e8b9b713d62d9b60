// Only one way fills the array.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  int c = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    a[i] = 1;
  if (c == 77)
    a[n - 2] = 0;
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
