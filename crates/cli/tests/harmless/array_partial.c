// Only the first half is written, and only that is read.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n / 2; i++)
    a[i] = i + 1;
  for (int i = 0; i < n / 2; i++)
    assert(a[i] > 0);
  return 0;
}
