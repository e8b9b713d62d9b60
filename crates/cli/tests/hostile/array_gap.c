// Every other element is written, and each is read.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i += 2)
    a[i] = i;
  for (int i = 0; i < n; i++)
    if (i > 4 && a[i] != i) // bug: uninitialised-read
      return 1;
  return 0;
}
