// Two functions call each other; parity is wrong far down.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static _Bool odd(unsigned n);
static _Bool even(unsigned n) { return n == 0 ? 1 : n == 9 ? 1 : odd(n - 1); }
static _Bool odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 16;
  assert(even(n) == (n % 2 == 0)); // bug: assertion-failure
}
