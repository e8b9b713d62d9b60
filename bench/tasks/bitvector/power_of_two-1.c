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
// x & (x - 1) clears the lowest set bit.
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  int ones = 0;
  for (int i = 0; i < 16; i++) ones += (x >> i) & 1;
  int power = (x & (x - 1)) == 0 && x != 0;
  __VERIFIER_assert(power == (ones == 1));
}
