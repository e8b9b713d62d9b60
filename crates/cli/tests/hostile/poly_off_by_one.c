// The last number is not added.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    s += i;
  assert(s == n * (n + 1) / 2); // bug: assertion-failure
  return 0;
}
