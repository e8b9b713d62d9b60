// A byte of an int is changed through a char pointer.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0;
  unsigned char *p = (unsigned char *)&x;
  p[__VERIFIER_nondet_uint() % 4] = 1;
  assert(x < 0x1000000); // bug: assertion-failure
}
