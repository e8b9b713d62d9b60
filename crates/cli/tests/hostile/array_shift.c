// A shift in place in the wrong direction repeats the first element.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1001];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i <= n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    a[i + 1] = a[i];
  for (int i = 1; i <= n; i++)
    assert(a[i] == i - 1); // bug: assertion-failure
  return 0;
}
