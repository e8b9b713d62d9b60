// Long inner loops are cut short.
// expect: proved-up-to
// flags: --max-unwind 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), c = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m && j < 10000; j++)
      c++;
  assert(c == n * m);
  return 0;
}
