// Sixteen bits hold no product of 300 and 300.
// expect: proved-up-to
// flags: --max-unwind 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned short r = 0;
  if (x > 300 || y > 300)
    return 0;
  for (unsigned c = y; c > 0; c--)
    r += x;
  assert(r == x * y);
  return 0;
}
