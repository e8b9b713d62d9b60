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
// Two ways to count the bits of a byte.
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned slow = 0;
  for (int i = 0; i < 8; i++) slow += (x >> i) & 1u;
  unsigned v = x;
  v = v - ((v >> 1) & 0x55u);
  v = (v & 0x33u) + ((v >> 2) & 0x13u);
  v = (v + (v >> 4)) & 0x0fu;
  __VERIFIER_assert(v == slow);
}
