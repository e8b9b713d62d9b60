// Quotient and rest by subtraction.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || y < 1) return 0;
  int q = 0, r = x;
  while (r >= y) {
    r -= y;
    q++;
  }
  assert((long long)q * y + r == x);
  assert(r < y);
  return 0;
}
