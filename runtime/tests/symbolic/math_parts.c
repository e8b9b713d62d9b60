// expect: proved
// flags: -- -fno-builtin
// A number is its parts: frexp, ldexp, scalbn and modf take it apart and make
// it again.
#include "choose.h"
#include <errno.h>
#include <math.h>

int main(void) {
    static const double numbers[] = {0.0,  1.0,    -1.0,   0.75,     -6.5,
                                     1e20, 5e-324, 1e-310, 1.5e-300, 1.7976931348623157e308};
    double x = numbers[choose(10, "which")];
    int exponent;
    double fraction = frexp(x, &exponent);
    klee_assert(x == 0 ? fraction == 0 && exponent == 0
                       : fraction * fraction >= 0.25 && fraction * fraction < 1);
    errno = 0;
    klee_assert(ldexp(fraction, exponent) == x && scalbn(fraction, exponent) == x && errno == 0);
    double whole, rest = modf(x, &whole);
    klee_assert(whole + rest == x && rest < 1 && rest > -1);
    if (x != 0)
        klee_assert(ldexp(x, 3000) - ldexp(x, 3000) != 0 && errno == ERANGE);
    return 0;
}
