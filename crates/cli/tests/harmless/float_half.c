// _Float16 overflows at 65520.
// expect: proved
#include <assert.h>
int main(void) { volatile float f = 65519, g = 65520; _Float16 a = f, b = g; assert((float)a == 65504 && (float)b > 1e30f); volatile _Float16 c = 2048; _Float16 d = c + 1; assert((float)d == 2048); }
