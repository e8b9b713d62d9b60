// The double of the sum is right modulo 2^32, its half is not from the 65,536th round on.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++)
    s += i;
  assert(s == (n * n - n) / 2);
  return 0;
}
