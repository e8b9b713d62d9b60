// The bits of a float as a number.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  union { unsigned bits; float value; } u;
  u.bits = __VERIFIER_nondet_uint();
  if (u.value > 1 && u.value < 2) assert(u.bits != 0x3fc00000); // bug: assertion-failure
}
