// A counter that wraps around after all.
// flags: --overflow wrap --max-unwind 3
// expect: proved-up-to
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = 2147483000;
  unsigned k = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < k; i++) {
    n++;
    assert(n > 0);
  }
  return 0;
}
