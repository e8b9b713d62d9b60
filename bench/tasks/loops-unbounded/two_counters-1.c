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
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 0;
  while (i < n) {
    i++;
    j += 1;
  }
  __VERIFIER_assert(j == n);
}
