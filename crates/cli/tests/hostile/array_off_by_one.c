// One element too many is read.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 999)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  for (int i = 0; i <= n; i++)
    if (a[i] != 2 * i) // bug: uninitialised-read
      return 1;
  return 0;
}
