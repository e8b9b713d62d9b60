// Elements that are read one by one are not all the same, although each round reads "the next input".
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int x = a[0];
  for (int i = 0; i < n; i++)
    if (i < 5)
      a[i] = x;
  int y = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    assert(a[i] == x || a[i] == y); // bug: assertion-failure
  return 0;
}
