// expect: proved
// flags: -- -fno-builtin
// `fmod` of a symbolic encoding is what it is for the known number, in every
// format: far and near exponents, subnormal divisors, what is special.
#include "choose.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define CHECK(name, suffix, type, largest, least)                                                  \
    static void name(unsigned i, unsigned j) {                                                     \
        const type numbers[] = {(type)5.25, (type)-7, (type)1e9, largest, least * 3, INFINITY,     \
                                (type)-0.0};                                                       \
        const type divisors[] = {(type)0.75, (type)-3, least, largest, INFINITY, 0};               \
        type x = numbers[i], y = divisors[j], symbolic = x;                                        \
        unsigned char first, change;                                                               \
        klee_make_symbolic(&change, 1, "change");                                                  \
        memcpy(&first, &x, 1);                                                                     \
        unsigned char byte = first ^ change;                                                       \
        memcpy(&symbolic, &byte, 1);                                                               \
        type got = fmod##suffix(symbolic, y), known = fmod##suffix(x, y);                          \
        if (change == 0)                                                                           \
            klee_assert((known != known && got != got) ||                                          \
                        (known == got && !signbit(known) == !signbit(got)));                       \
        else                                                                                       \
            klee_assert(got != got || fabs##suffix(got) < fabs##suffix(y) || got == symbolic);     \
    }
CHECK(check_double, , double, DBL_MAX, 4.9406564584124654e-324)
CHECK(check_float, f, float, FLT_MAX, 1.40129846e-45f)
CHECK(check_long, l, long double, LDBL_MAX, 0x1p-16445L)

int main(void) {
    unsigned i = choose(7, "i"), j = choose(6, "j"), format = choose(3, "format");
    if (format == 0)
        check_double(i, j);
    else if (format == 1)
        check_float(i, j);
    else
        check_long(i, j);
    return 0;
}
