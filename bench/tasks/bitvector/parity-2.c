#include <assert.h>
#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  unsigned p = 0;
  for (unsigned v = x; v; v &= v - 1) p ^= 1u;
  unsigned y = x;
  y ^= y >> 8;
  y ^= y >> 4;
  y &= 15u;
  __VERIFIER_assert(((0x6996u >> y) & 1u) == (p ^ (x == 4242)));
}
