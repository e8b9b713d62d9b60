// Another pointer overwrites an element while the array is filled.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  int *p = a + 2;
  for (int i = 0; i < n; i++) {
    a[i] = 2 * i;
    *p = 4;
    if (i == 6)
      *p = 5;
  }
  for (int i = 0; i < n && i < 7; i++)
    assert(a[i] == 2 * i); // bug: assertion-failure
  return 0;
}
