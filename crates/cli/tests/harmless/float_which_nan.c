// Which NaN comes out of 0/0 on x86.
// expect: proved
#include <string.h>
#include <assert.h>
int main(void) { volatile float z = 0; float f = z / z; unsigned c; memcpy(&c, &f, 4); assert(c == 0xffc00000); volatile double d = 0; double e = d * (1 / d); unsigned long l; memcpy(&l, &e, 8); assert(l == 0xfff8000000000000); }
