// fmodl and remainders of long double.
// expect: proved
#include <math.h>
#include <assert.h>
int main(void) { volatile long double a = -7, b = 2; assert(fmodl(a, b) == -1 && remainderl(a, b) == 1); assert(floorl(-0.5L) == -1 && ceill(0.25L) == 1 && roundl(a / b) == -4 && truncl(a / b) == -3 && rintl(2.5L) == 2); int q; assert(remquol(5.0L, 2.0L, &q) == 1 && (q & 7) == 2); }
