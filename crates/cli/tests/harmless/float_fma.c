// The same with numbers.
// expect: proved
#include <math.h>
#include <assert.h>
int main(void) { volatile double a = 0x1.0000000000001p0; assert(fma(a, a, -(a * a)) == 0x1p-104); volatile float f = 0x1.000002p0f; assert(fmaf(f, f, -(f * f)) == 0x1p-46f); volatile double z = -0.0; assert(signbit(fma(z, 1.0, -0.0)) && !signbit(fma(z, 1.0, 0.0))); }
