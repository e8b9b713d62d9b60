// expect: proved
// flags: -- -fno-builtin
// Functions of two numbers and square roots, in all types, against integers.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <math.h>

static int a, b;

#define CHECK(type, s)                                                                             \
    do {                                                                                           \
        type x = (type)a / 2, y = (type)b / 2;                                                     \
        klee_assert(fmin##s(x, y) == (type)(a < b ? a : b) / 2);                                   \
        klee_assert(fmax##s(x, y) == (type)(a < b ? b : a) / 2);                                   \
        klee_assert(fmin##s(x, (type)NAN) == x && fmax##s((type)NAN, y) == y);                     \
        int magnitude = a < 0 ? -a : a;                                                            \
        klee_assert(copysign##s(x, y) == (type)(b < 0 ? -magnitude : magnitude) / 2);              \
        if (b != 0)                                                                                \
            klee_assert(fmod##s(x, y) == (type)(a % b) / 2);                                       \
        errno = 0;                                                                                 \
        if (b == 0)                                                                                \
            klee_assert(isnan(fmod##s(x, y)) && errno == EDOM);                                    \
        errno = 0;                                                                                 \
        type root = sqrt##s(x * x);                                                                \
        klee_assert(root == (type)magnitude / 2 && errno == 0);                                    \
        if (a < 0)                                                                                 \
            klee_assert(isnan(sqrt##s(x)) && errno == EDOM);                                       \
    } while (0)

int main(void) {
    a = (int)choose(9, "a") - 4;
    b = (int)choose(7, "b") - 3;
    CHECK(double, );
    CHECK(float, f);
    CHECK(long double, l);
    double x = a / 2.0, y = b / 2.0;
    klee_assert(fdim(x, y) == (a > b ? a - b : 0) / 2.0);
    klee_assert(fdimf((float)x, (float)y) == (float)(a > b ? a - b : 0) / 2);
    klee_assert(fma(x, y, 0.25) == (a * b + 1) / 4.0);
    klee_assert(fmaf((float)x, (float)y, 0.25f) == (float)(a * b + 1) / 4);
    return 0;
}
