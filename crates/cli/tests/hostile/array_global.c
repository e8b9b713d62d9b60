// A function that the loop calls changes a global array.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
static void other(int i) {
  if (i == 5)
    a[3] = 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 6 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    other(i);
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == 1); // bug: assertion-failure
  return 0;
}
