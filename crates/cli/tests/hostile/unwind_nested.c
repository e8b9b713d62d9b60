// One pair of rounds of two nested loops.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), m = __VERIFIER_nondet_uchar();
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      assert(i != 3 || j != 2); // bug: assertion-failure
}
