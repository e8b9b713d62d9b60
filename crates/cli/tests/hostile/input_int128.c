// Both halves of an integer of 128 bits are inputs.
// expect: violated
#include <assert.h>
extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
int main(void) {
  __int128 a = __VERIFIER_nondet_int128();
  unsigned __int128 b = __VERIFIER_nondet_uint128();
  if (a >= 0 || b >> 100 != 77) return 0;
  assert((unsigned __int128)a != b + ((unsigned __int128)1 << 127)); // bug: assertion-failure
  return 0;
}
