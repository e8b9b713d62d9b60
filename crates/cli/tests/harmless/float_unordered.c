// Every comparison with NaN but != is false.
// expect: proved
#include <math.h>
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) { float x = __VERIFIER_nondet_float(); volatile float n = NAN; assert(!(x < n) && !(x > n) && !(x <= n) && !(x >= n) && !(x == n) && x != n); assert(!isgreater(x, n) && isunordered(x, n)); assert(!islessgreater(x, n)); }
