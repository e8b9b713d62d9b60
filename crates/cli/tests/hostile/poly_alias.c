// The sum may be another variable.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, other = 0;
  unsigned *p = __VERIFIER_nondet_int() ? &s : &other;
  for (unsigned i = 0; i < n; i++)
    *p += 2 * i + 1;
  assert(s == n * n); // bug: assertion-failure
  return 0;
}
