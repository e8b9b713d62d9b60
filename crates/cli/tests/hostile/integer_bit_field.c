// A field of three bits.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  struct { int a : 3; unsigned b : 3; } s = {0, 0};
  s.a = (int)(__VERIFIER_nondet_uint() % 8);
  s.b = 7;
  s.b++;
  assert(s.a >= 0 || s.b); // bug: assertion-failure
}
