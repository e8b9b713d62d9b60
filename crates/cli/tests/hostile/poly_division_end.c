// The loop goes on while the rest is greater, not while it is as great.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), q = 0;
  if (x < 0 || y < 1)
    return 0;
  int r = x;
  while (r > y) {
    r -= y;
    q++;
  }
  assert((long long)q * y + r == x);
  assert(r < y); // bug: assertion-failure
  return 0;
}
