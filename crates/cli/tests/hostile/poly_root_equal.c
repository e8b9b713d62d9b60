// Squares have a root.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, s = 1, t = 1;
  if (n < 0 || n > 1000000)
    return 0;
  while (s <= n) {
    a++;
    t += 2;
    s += t;
  }
  assert(a * a < n); // bug: assertion-failure
  return 0;
}
