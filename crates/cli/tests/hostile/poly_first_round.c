// The sum begins with one.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 1;
  for (unsigned i = 0; i < n; i++)
    s += 2 * i + 1;
  assert(s == n * n); // bug: assertion-failure
  return 0;
}
