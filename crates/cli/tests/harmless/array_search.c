// An element that is found has the value that was looked for.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  int x = __VERIFIER_nondet_int(), at = -1;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] == x) {
      at = i;
      break;
    }
  if (at >= 0)
    assert(a[at] == x);
  else
    for (int i = 0; i < n; i++)
      assert(a[i] != x);
  return 0;
}
