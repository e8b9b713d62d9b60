// The loop ends early, and all elements are read.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (i == 5 && x == 42)
      break;
    a[i] = 1;
  }
  for (int i = 0; i < n; i++)
    if (a[i] != 1) // bug: uninitialised-read
      return 1;
  return 0;
}
