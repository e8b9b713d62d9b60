// All elements but one, which is written later.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 10 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    if (i != 7)
      a[i] = 3;
  a[7] = 3;
  for (int i = 0; i < n; i++)
    assert(a[i] == 3);
  return 0;
}
