// Written in no round that matters.
// flags: --uninit input --max-unwind 3
// expect: proved-up-to
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x, y = 0;
  for (unsigned i = 0; i < n; i++)
    if (i == 80000)
      y = x;
  assert(y != 3);
  return 0;
}
