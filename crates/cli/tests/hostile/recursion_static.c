// A static variable counts the activations.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int down(unsigned n) {
  static int calls;
  calls++;
  if (n) down(n - 1);
  return calls;
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 6) return 0;
  down(n);
  assert(down(1) != 8); // bug: assertion-failure
}
