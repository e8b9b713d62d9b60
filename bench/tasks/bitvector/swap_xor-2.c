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
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y + 1;
  __VERIFIER_assert(x == b && y == a);
}
