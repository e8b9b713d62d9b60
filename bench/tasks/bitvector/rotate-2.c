#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
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
static unsigned rotl(unsigned x, unsigned n) { return (x << n) | (x >> (31 - n)); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n > 0 && n < 31);
  __VERIFIER_assert(rotl(rotl(x, n), 32 - n) == x);
}
