// The sign of a remainder is that of the dividend.
// expect: proved
#include <math.h>
#include <assert.h>
int main(void) { volatile double a = -6, b = 3; assert(signbit(fmod(a, b)) && fmod(a, b) == 0); assert(isnan(fmod(a, 0.0))); volatile double i = INFINITY; assert(fmod(a, i) == -6); assert(isnan(fmod(i, b))); assert(remainder(5.0, 2.0) == 1 && remainder(7.0, 2.0) == -1 && remainder(3.0, 2.0) == -1); }
