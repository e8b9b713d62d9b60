// The index of the write is an input.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 100)
    return 0;
  for (int i = 0; i < n; i++) {
    unsigned k = __VERIFIER_nondet_int();
    if (k < 100)
      a[k] = i < 4 ? 1 : 2;
  }
  assert(a[50] != 2); // bug: assertion-failure
  return 0;
}
