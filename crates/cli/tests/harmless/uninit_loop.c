// Over all rounds of a loop that is cut.
// flags: --uninit input
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x, y = 0;
  unsigned first = x;
  for (unsigned i = 0; i < n; i++)
    y = x & 1;
  assert(y <= 1 && x == first);
  return 0;
}
