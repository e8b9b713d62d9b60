// Two loops fill a half each.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  for (int i = 0; i < n / 2; i++)
    a[i] = 1;
  for (int i = n / 2; i < n; i++)
    a[i] = 2;
  for (int i = 0; i < n; i++)
    assert(a[i] == (i < n / 2 ? 1 : 2));
  return 0;
}
