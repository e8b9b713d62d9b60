#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
static unsigned power(unsigned b, unsigned e) {
  if (e == 0) return 1;
  unsigned h = power(b, e / 2);
  return e % 2 ? h * h * (b + (e == 3)) : h * h;
}
int main(void) {
  unsigned e = __VERIFIER_nondet_uchar();
  assume_abort_if_not(e <= 7);
  unsigned want = 1;
  for (unsigned i = 0; i < e; i++) want *= 3;
  __VERIFIER_assert(power(3, e) == want);
}
