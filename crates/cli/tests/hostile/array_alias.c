// Another pointer to the array overwrites one element.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  int *p = a + n / 2;
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  *p = 1;
  for (int i = 0; i < n; i++)
    assert(a[i] == 2 * i); // bug: assertion-failure
  return 0;
}
