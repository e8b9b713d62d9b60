// Each round writes the last element, which is not what it was.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n - 1; i++) {
    a[i] = 2;
    a[n - 1] = 3;
  }
  assert(a[0] == 2);
  assert(a[n - 1] == 1); // bug: assertion-failure
  return 0;
}
