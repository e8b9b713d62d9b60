// Arithmetic that wraps around.
// flags: --overflow wrap
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 - 1 == x);
  assert((unsigned)(x * 2) == (unsigned)x * 2u);
  return 0;
}
