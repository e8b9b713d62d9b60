// So is that of infinity minus infinity.
// expect: violated
#include <assert.h>
int main(void) { volatile long double z = 0, i = 1 / z; assert(__builtin_signbit(i - i) == 0); return 0; } // bug: assertion-failure
