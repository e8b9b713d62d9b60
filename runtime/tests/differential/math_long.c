/* math.h for `long double` in the format of x87: equal bits, any NaN equals any
 * NaN. */
#define _GNU_SOURCE
#include "differential.h"

#include <float.h>
#include <math.h>

#define ONE(f)                                                                                     \
    f(fabsl) f(floorl) f(ceill) f(truncl) f(roundl) f(rintl) f(nearbyintl) f(roundevenl) f(sqrtl)  \
    f(logbl)
#define TWO(f)                                                                                     \
    f(fminl) f(fmaxl) f(copysignl) f(fdiml) f(fmodl) f(remainderl) f(dreml)

#define DECLARE(name) MODEL(name);
ONE(DECLARE)
TWO(DECLARE)
MODEL(fmal);
MODEL(remquol);
MODEL(lroundl);
MODEL(llroundl);
MODEL(lrintl);
MODEL(llrintl);
MODEL(modfl);
MODEL(frexpl);
MODEL(ldexpl);
MODEL(scalbnl);
MODEL(scalblnl);
MODEL(ilogbl);
MODEL(nanl);
extern int *epm___errno_location(void);

static long double random_long(void) {
    static const long double special[] = {0.0L, -0.0L, 1.0L, -1.0L, 0.5L, -0.5L, 1.5L, 2.5L, -2.5L,
                                          INFINITY, -INFINITY, NAN, LDBL_MIN, LDBL_MAX, LDBL_EPSILON,
                                          0x1p-16445L, 0x1.8p-16440L, 9223372036854775807.5L};
    if (once_in(4))
        return special[below(sizeof special / sizeof special[0])];
    long double value = (long double)(int64_t)random_bits();
    if (once_in(2))
        return value / (long double)(1ull << below(63));
    /* Any exponent. */
    return ldexpl(value, (int)below(33000) - 16500);
}

static int same(long double x, long double y) {
    return (x != x && y != y) || (x == y && !signbit(x) == !signbit(y));
}

static long double a, b;
static int error_of_system, error_of_model;

#define WITH_ERRORS(call, model)                                                                   \
    errno = *epm___errno_location() = 0;                                                           \
    call;                                                                                          \
    error_of_system = errno;                                                                       \
    model;                                                                                         \
    error_of_model = *epm___errno_location();

#define COMPARE_ONE(name)                                                                          \
    WITH_ERRORS(a = name(x), b = epm_##name(x))                                                    \
    check(#name, same(a, b) && error_of_system == error_of_model, "%La: %La %La %d %d", x, a, b,   \
          error_of_system, error_of_model);

/* The sign of fminl(0.0, -0.0) is not specified. */
#define COMPARE_TWO(name)                                                                          \
    WITH_ERRORS(a = name(x, y), b = epm_##name(x, y))                                              \
    check(#name, (x == y && x == 0) || (same(a, b) && error_of_system == error_of_model),          \
          "%La %La: %La %La %d %d", x, y, a, b, error_of_system, error_of_model);

static void parts(long double x, int n) {
    long double whole_a, whole_b;
    a = modfl(x, &whole_a), b = epm_modfl(x, &whole_b);
    check("modfl", same(a, b) && same(whole_a, whole_b), "%La", x);
    int exponent_a = 0, exponent_b = 0;
    a = frexpl(x, &exponent_a), b = epm_frexpl(x, &exponent_b);
    /* For what has no exponent it is unspecified. */
    check("frexpl", same(a, b) && (!isfinite(x) || exponent_a == exponent_b), "%La: %d, %d", x,
          exponent_a, exponent_b);
    WITH_ERRORS(a = ldexpl(x, n), b = epm_ldexpl(x, n))
    check("ldexpl", same(a, b) && error_of_system == error_of_model, "%La %d: %La %La", x, n, a, b);
    check("scalbnl", same(scalbnl(x, n), epm_scalbnl(x, n)), "%La %d", x, n);
    check("scalblnl", same(scalblnl(x, n), epm_scalblnl(x, n)), "%La %d", x, n);
    WITH_ERRORS(exponent_a = ilogbl(x), exponent_b = epm_ilogbl(x))
    check("ilogbl", exponent_a == exponent_b && error_of_system == error_of_model, "%La: %d %d", x,
          exponent_a, exponent_b);
    long double small = fmodl(isfinite(x) ? x : 1.5L, 1e9L);
    check("lroundl", lroundl(small) == epm_lroundl(small), "%La", small);
    check("llroundl", llroundl(small) == epm_llroundl(small), "%La", small);
    check("lrintl", lrintl(small) == epm_lrintl(small), "%La", small);
    check("llrintl", llrintl(small) == epm_llrintl(small), "%La", small);
}

static void quotient(long double x, long double y) {
    int of_system = 0, of_model = 0;
    a = remquol(x, y, &of_system), b = epm_remquol(x, y, &of_model);
    check("remquol", same(a, b) && (a != a || of_system == of_model), "%La %La: %La %d, %La %d",
          x, y, a, of_system, b, of_model);
}

void test_math_long(void) {
    for (int i = 0; i < CASES; i++) {
        long double x = random_long(), y = random_long(), z = random_long();
        ONE(COMPARE_ONE)
        TWO(COMPARE_TWO)
        check("fmal", same(fmal(x, y, z), epm_fmal(x, y, z)), "%La %La %La", x, y, z);
        check("nanl", isnan(epm_nanl("1")) && isnan(nanl("1")), "nanl");
        parts(x, once_in(10) ? (int)random_bits() : (int)below(70000) - 35000);
        quotient(x, y);
    }
}
