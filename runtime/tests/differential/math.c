/* math.h: equal bits, any NaN equals any NaN. */
#define _GNU_SOURCE
#include "differential.h"

#include <math.h>

#define ONE(f)                                                                                     \
    f(fabs) f(floor) f(ceil) f(trunc) f(round) f(rint) f(nearbyint) f(roundeven) f(sqrt)
#define TWO(f) f(fmin) f(fmax) f(copysign) f(fdim) f(fmod)

#define DECLARE(name)                                                                              \
    MODEL(name);                                                                                   \
    MODEL(name##f);
ONE(DECLARE)
TWO(DECLARE)
MODEL(fabsl);
MODEL(floorl);
MODEL(roundl);
MODEL(fma);
MODEL(fmaf);
MODEL(lround);
MODEL(llround);
MODEL(lrint);
MODEL(llrint);
MODEL(modf);
MODEL(frexp);
MODEL(ldexp);
MODEL(scalbn);
extern int epm___isnan(double), epm___isnanf(float), epm___isinf(double), epm___isinff(float);
extern int epm___finite(double), epm___finitef(float), epm___signbit(double);
extern int epm___signbitf(float), epm___fpclassify(double), epm___fpclassifyf(float);
extern int __isinf(double), __isinff(float), __finite(double), __finitef(float);
extern int __signbit(double), __signbitf(float), __fpclassify(double), __fpclassifyf(float);
extern int *epm___errno_location(void);

static double random_double(void) {
    static const double special[] = {0.0,    -0.0,      1.0,     -1.0,    0.5,  -0.5, 1.5, 2.5,
                                     -2.5,   INFINITY,  -INFINITY, NAN,   1e300, 4503599627370495.5,
                                     5e-324, 2.2250738585072014e-308, 0.49999999999999994};
    if (once_in(4))
        return special[below(sizeof special / sizeof special[0])];
    if (once_in(2))
        return ((double)(int64_t)random_bits()) / (double)(1ull << below(63));
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    /* What becomes of a signalling NaN, C does not say. */
    return value != value ? (double)NAN : value;
}

static int same(double x, double y) {
    return (x != x && y != y) || memcmp(&x, &y, 8) == 0;
}

/* On 32 bits a `float` comes back with 64 bits of precision until it is
 * stored. */
static volatile float float_a, float_b;
static volatile double double_a, double_b;

static int error_of_system, error_of_model;

#define WITH_ERRORS(call, model)                                                                   \
    errno = *epm___errno_location() = 0;                                                           \
    call;                                                                                          \
    error_of_system = errno;                                                                       \
    model;                                                                                         \
    error_of_model = *epm___errno_location();

#define COMPARE_ONE(name)                                                                          \
    WITH_ERRORS(double_a = name(x), double_b = epm_##name(x))                                      \
    check(#name, same(double_a, double_b) && error_of_system == error_of_model, "%a", x);          \
    WITH_ERRORS(float_a = name##f(xf), float_b = epm_##name##f(xf))                                \
    check(#name "f", same(float_a, float_b) && error_of_system == error_of_model, "%a", xf);

/* The sign of fmin(0.0, -0.0) is not specified. */
#define COMPARE_TWO(name)                                                                          \
    WITH_ERRORS(double_a = name(x, y), double_b = epm_##name(x, y))                                \
    check(#name, (x == y && x == 0) || (same(double_a, double_b) &&                                \
                                        error_of_system == error_of_model),                        \
          "%a %a: %a %a %d %d", x, y, double_a, double_b, error_of_system, error_of_model);        \
    WITH_ERRORS(float_a = name##f(xf, yf), float_b = epm_##name##f(xf, yf))                        \
    check(#name "f", (xf == yf && xf == 0) || (same(float_a, float_b) &&                           \
                                               error_of_system == error_of_model),                 \
          "%a %a", xf, yf);

static void classes(double x, float xf) {
    check("__isnan", !(x != x) == !epm___isnan(x), "%a", x);
    check("__isnanf", !(xf != xf) == !epm___isnanf(xf), "%a", xf);
    check("__isinf", __isinf(x) == epm___isinf(x), "%a", x);
    check("__isinff", __isinff(xf) == epm___isinff(xf), "%a", xf);
    check("__finite", !__finite(x) == !epm___finite(x), "%a", x);
    check("__finitef", !__finitef(xf) == !epm___finitef(xf), "%a", xf);
    check("__signbit", !__signbit(x) == !epm___signbit(x), "%a", x);
    check("__signbitf", !__signbitf(xf) == !epm___signbitf(xf), "%a", xf);
    check("__fpclassify", __fpclassify(x) == epm___fpclassify(x), "%a", x);
    check("__fpclassifyf", __fpclassifyf(xf) == epm___fpclassifyf(xf), "%a", xf);
}

static void parts(double x) {
    double whole_a, whole_b;
    double a = modf(x, &whole_a), b = epm_modf(x, &whole_b);
    check("modf", same(a, b) && same(whole_a, whole_b), "%a", x);
    int exponent_a = 0, exponent_b = 0;
    a = frexp(x, &exponent_a);
    b = epm_frexp(x, &exponent_b);
    check("frexp", same(a, b) && exponent_a == exponent_b, "%a: %a %d, %a %d", x, a, exponent_a, b,
          exponent_b);
    int n = once_in(10) ? (int)random_bits() : (int)below(4400) - 2200;
    errno = 0;
    a = ldexp(x, n);
    int error = errno;
    *epm___errno_location() = 0;
    b = epm_ldexp(x, n);
    check("ldexp", same(a, b) && error == *epm___errno_location(), "%a %d: %a %a, %d", x, n, a, b,
          error);
    check("scalbn", same(scalbn(x, n), epm_scalbn(x, n)), "%a %d", x, n);
    double small = fmod(isfinite(x) ? x : 1.5, 1e9);
    check("lround", lround(small) == epm_lround(small), "%a", small);
    check("llround", llround(small) == epm_llround(small), "%a", small);
    check("lrint", lrint(small) == epm_lrint(small), "%a", small);
    check("llrint", llrint(small) == epm_llrint(small), "%a", small);
}

void test_math(void) {
    for (int i = 0; i < CASES; i++) {
        double x = random_double(), y = random_double(), z = random_double();
        float xf = (float)x, yf = (float)y, zf = (float)z;
        ONE(COMPARE_ONE)
        TWO(COMPARE_TWO)
        long double xl = (long double)x * (1 + 0x1p-60L);
        check("fabsl", xl != xl || fabsl(xl) == epm_fabsl(xl), "%La", xl);
        check("floorl", xl != xl || floorl(xl) == epm_floorl(xl), "%La", xl);
        check("roundl", xl != xl || roundl(xl) == epm_roundl(xl), "%La", xl);
        check("fma", same(fma(x, y, z), epm_fma(x, y, z)), "%a %a %a", x, y, z);
        check("fmaf", same(fmaf(xf, yf, zf), epm_fmaf(xf, yf, zf)), "%a %a %a", xf, yf, zf);
        classes(x, xf);
        parts(x);
    }
}
