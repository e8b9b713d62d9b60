// A negative number of additions is none.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = 0;
  if (x < 0 || x > 1000 || y < -1000 || y > 1000)
    return 0;
  for (int c = y; c > 0; c--)
    r += x;
  assert(r == x * y); // bug: assertion-failure
  return 0;
}
