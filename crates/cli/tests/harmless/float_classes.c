// Classes and bits of a float.
// expect: proved
#include <math.h>
#include <string.h>
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) { float x = __VERIFIER_nondet_float(); unsigned b; memcpy(&b, &x, 4); unsigned e = b >> 23 & 255, m = b & 0x7fffff; assert(!!isnan(x) == (e == 255 && m)); assert(!!isinf(x) == (e == 255 && !m)); assert(!!isnormal(x) == (e && e < 255)); assert((fpclassify(x) == FP_SUBNORMAL) == (!e && m)); assert(!!signbit(x) == b >> 31); }
