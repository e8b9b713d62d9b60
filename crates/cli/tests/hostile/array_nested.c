// An inner loop overwrites what an outer one has written.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 100)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = i;
    for (int j = 0; j < i - 4; j++)
      a[j] = 100;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == i); // bug: assertion-failure
  return 0;
}
