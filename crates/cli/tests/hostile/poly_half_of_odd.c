// A square is twice its half only if it is even.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0, o = 1;
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++) {
    s += o;
    o += 2;
  }
  assert(n * n / 2 * 2 == s); // bug: assertion-failure
  return 0;
}
