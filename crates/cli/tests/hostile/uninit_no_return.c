// A function that ends without a value.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its register has
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int maybe(int c) {
  int r;
  if (c)
    r = 1;
  return r;
}
int main(void) {
  assert(maybe(__VERIFIER_nondet_int()) != 77); // bug: assertion-failure
  return 0;
}
