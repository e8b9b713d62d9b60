// expect: proved
// flags: -- -fno-builtin
// The parts of a float and the exponents of both types.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <limits.h>
#include <math.h>

int main(void) {
    static const float numbers[] = {0.0f, 1.0f, -1.0f, 0.75f, -6.5f, 1e20f, 1e-45f, 3.4028235e38f};
    float x = numbers[choose(8, "which")];
    int exponent;
    float fraction = frexpf(x, &exponent);
    klee_assert(x == 0 ? fraction == 0 : fraction * fraction >= 0.25f && fraction * fraction < 1);
    klee_assert(ldexpf(fraction, exponent) == x && scalbnf(fraction, exponent) == x);
    klee_assert(scalblnf(fraction, exponent) == x && scalbln((double)fraction, exponent) == x);
    if (x != 0)
        klee_assert(ilogbf(x) == exponent - 1 && ilogb((double)x) == exponent - 1);
    errno = 0;
    klee_assert(ilogb(0) == INT_MIN && errno == EDOM);
    float whole, rest = modff(x, &whole);
    klee_assert(whole + rest == x && rest < 1 && rest > -1);
    float small = x > 100 || x < -100 ? 2.5f : x;
    klee_assert(lrintf(small) == llrintf(small) && lroundf(small) == llroundf(small));
    klee_assert(lroundf(2.5f) == 3 && lrintf(2.5f) == 2);
    klee_assert(isnan(nan("")) && isnan(nanf("")));
    return 0;
}
