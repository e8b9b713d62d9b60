// A copy of what was never written is no better.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000], b[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n - 1; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    if (b[i] != 1) // bug: uninitialised-read
      return 1;
  return 0;
}
