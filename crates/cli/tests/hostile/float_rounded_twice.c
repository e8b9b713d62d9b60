// Rounding twice is not rounding once.
// expect: violated
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void) { long n = __VERIFIER_nondet_long(); if (n < 0x4000000000000000 || n > 0x7000000000000000) return 0; assert((float)n == (float)(double)n); } // bug: assertion-failure
