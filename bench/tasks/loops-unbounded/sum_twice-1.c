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
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  while (i < n) {
    s += 2;
    i++;
  }
  __VERIFIER_assert(s == 2 * n);
}
