// The array that is copied from is filled anew in each round.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[200], b[200];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 200)
    return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      b[j] = i < 5 ? 1 : 2;
    a[i] = b[i];
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == b[i]); // bug: assertion-failure
  return 0;
}
