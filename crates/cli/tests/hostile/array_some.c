// Which elements are written depends on the input.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    if (i < 5 || __VERIFIER_nondet_int())
      a[i] = 1;
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
