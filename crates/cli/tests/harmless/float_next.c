// The next number.
// expect: proved
#include <math.h>
#include <assert.h>
#include <float.h>
int main(void) { volatile double z = 0, o = 1, m = DBL_MAX; assert(nextafter(z, o) == 0x1p-1074); assert(nextafter(z, -o) == -0x1p-1074); assert(isinf(nextafter(m, INFINITY))); assert(nextafter(o, 0.0) == 1 - DBL_EPSILON / 2); assert(signbit(nextafter(0x1p-1074, -o)) == 0); assert(signbit(nextafter(-0x1p-1074, o))); }
