// The size of a variable length array is not cut to a byte.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 300 + 1;
  char a[n];
  a[0] = 0;
  assert(sizeof a == (unsigned char)n); // bug: assertion-failure
}
