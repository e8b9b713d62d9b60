// The array of the second round is a new one.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 20)
    return 0;
  for (int r = 0; r < 2; r++) {
    int a[20];
    for (int i = 0; i < n - r; i++)
      a[i] = 1;
    for (int i = 0; i < n; i++)
      if (a[i] != 1) // bug: uninitialised-read
        return 1;
  }
  return 0;
}
