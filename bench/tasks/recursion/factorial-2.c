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
static unsigned fact(unsigned n) { return n <= 1 ? 1 : n * fact(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n <= 6);
  unsigned f = fact(n);
  __VERIFIER_assert(f >= n && f <= 120);
}
