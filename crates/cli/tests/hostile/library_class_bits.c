// What isalpha and its kin give is not 1: C says nonzero, glibc 1024.
// expect: violated
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  int r = isalpha(c);
  assert(r == 0 || r == 1); // bug: assertion-failure
  return 0;
}
