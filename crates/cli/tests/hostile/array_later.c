// The loop that looks changes an element behind it.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++) {
    assert(a[i] == 1); // bug: assertion-failure
    if (i == 3)
      a[5] = 2;
  }
  return 0;
}
