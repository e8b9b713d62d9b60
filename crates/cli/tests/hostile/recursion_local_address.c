// A deeper activation writes to a local of an outer one.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int f(unsigned n, int *up) {
  int mine = 0;
  if (up) *up = (int)n;
  if (n) f(n - 1, &mine);
  return mine;
}
int main(void) { 
  assert(f(__VERIFIER_nondet_uchar() % 8, 0) != 4); // bug: assertion-failure
}
