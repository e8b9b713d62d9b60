// expect: proved
// flags: -- -fno-builtin
// The parts of a `long double`, and its remainders.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>

int main(void) {
    static const long double numbers[] = {0.0L,  1.0L,     -1.0L,           0.75L,   -6.5L,
                                          1e20L, LDBL_MIN, 0x1.8p-16440L, 1.5e-3000L, LDBL_MAX};
    long double x = numbers[choose(10, "which")];
    int exponent;
    long double fraction = frexpl(x, &exponent);
    klee_assert(x == 0 ? fraction == 0 && exponent == 0
                       : fraction * fraction >= 0.25L && fraction * fraction < 1);
    errno = 0;
    klee_assert(ldexpl(fraction, exponent) == x && scalbnl(fraction, exponent) == x);
    klee_assert(scalblnl(fraction, exponent) == x && errno == 0);
    if (x != 0)
        klee_assert(ilogbl(x) == exponent - 1 && logbl(x) == exponent - 1);
    klee_assert(ilogbl(0) == INT_MIN && errno == EDOM);
    long double whole, rest = modfl(x, &whole);
    klee_assert(whole + rest == x && rest < 1 && rest > -1);

    signed char n;
    klee_make_symbolic(&n, sizeof n, "n");
    long double small = (long double)n / 4;
    klee_assert(llrintl(small) == lrintl(small) && llroundl(small) == lroundl(small));
    klee_assert(fabsl(lroundl(small) - small) <= 0.5L);
    klee_assert(fmal(small, 2, 1) == 2 * small + 1);
    klee_assert(fdiml(small, 1) == (small > 1 ? small - 1 : 0));
    int quotient;
    long double near = remainderl(small, 3);
    klee_assert(fabsl(near) <= 1.5L && dreml(small, 3) == near);
    klee_assert(remquol(small, 3, &quotient) == near && isnan(nanl("")));
    klee_assert((small - near) / 3 == truncl((small - near) / 3));
    return 0;
}
