// The factor is another one from the sixth element on.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i < 5 ? 2 * i : 3 * i;
  for (int i = 0; i < n; i++)
    assert(a[i] == 2 * i); // bug: assertion-failure
  return 0;
}
