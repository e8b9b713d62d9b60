// The NaN of 0 / 0 is negative on this machine.
// expect: violated
#include <assert.h>
int main(void) { volatile long double z = 0; assert(__builtin_signbit(z / z) == 0); return 0; } // bug: assertion-failure
