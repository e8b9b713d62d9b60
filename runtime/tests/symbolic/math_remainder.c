// expect: proved
// flags: -- -fno-builtin
// Remainders of symbolic numbers: |r| <= |y| / 2, the number is a multiple of
// `y` and the remainder, and the functions agree. Small numbers in quarters, so
// that everything else is exact; one byte is decided without a solver for floats.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <math.h>

#define CHECK(suffix, type)                                                                        \
    static void check##suffix(int n, unsigned k) {                                                 \
        type x = (type)n / 4, y = k == 0 ? (type)8.75 : k == 1 ? (type)-6 : (type)5;               \
        type rest = fmod##suffix(x, y);                                                            \
        klee_assert(fabs##suffix(rest) < fabs##suffix(y));                                         \
        klee_assert(rest == 0 || (rest < 0) == (x < 0));                                           \
        type times = (x - rest) / y;                                                               \
        klee_assert(times == trunc##suffix(times));                                                \
        int quotient;                                                                              \
        type near = remainder##suffix(x, y);                                                       \
        klee_assert(fabs##suffix(near) <= fabs##suffix(y) / 2);                                    \
        klee_assert(near == rest || near == rest + y || near == rest - y);                         \
        klee_assert(remquo##suffix(x, y, &quotient) == near && drem##suffix(x, y) == near);        \
        /* Seven is the largest quotient here. */                                                  \
        klee_assert(x == quotient * y + near);                                                     \
    }
CHECK(, double)
CHECK(f, float)
CHECK(l, long double)

int main(void) {
    signed char n;
    klee_make_symbolic(&n, sizeof n, "n");
    unsigned k = choose(3, "k"), format = choose(3, "format");
    if (format == 0)
        check(n, k);
    else if (format == 1)
        checkf(n, k);
    else
        checkl(n, k);
    int quotient;
    errno = 0;
    klee_assert(isnan(remainder(n, 0)) && errno == EDOM && isnan(remquo(n, 0, &quotient)));
    return 0;
}
