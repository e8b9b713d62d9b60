// One by minus zero.
// expect: proved
#include <math.h>
#include <assert.h>
int main(void) { volatile double z = -0.0; assert(1 / z == -INFINITY); assert(isnan(z / z)); assert(signbit(1 / (1 / z))); }
