// The loop may end early.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int())
      break;
    s += 2 * i + 1;
  }
  assert(s == n * n); // bug: assertion-failure
  return 0;
}
