// Exponents of small numbers.
// expect: proved
#include <math.h>
#include <assert.h>
#include <float.h>
#include <limits.h>
int main(void) { volatile double d = 0x1p-1074, z = 0, i = INFINITY; assert(ilogb(d) == -1074 && logb(d) == -1074); assert(ilogb(z) == FP_ILOGB0 && ilogb(i) == INT_MAX); int e; assert(frexp(d, &e) == 0.5 && e == -1073); assert(ldexp(1.0, -1075) == 0 && scalbn(1.5, -1074) == 0x1p-1073); }
