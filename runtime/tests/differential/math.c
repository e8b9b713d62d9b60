/* math.h: equal bits, any NaN equals any NaN. */
#define _GNU_SOURCE
#include "differential.h"

#include <fenv.h>
#include <math.h>

#define ONE(f)                                                                                     \
    f(fabs) f(floor) f(ceil) f(trunc) f(round) f(rint) f(nearbyint) f(roundeven) f(sqrt) f(logb)
#define TWO(f)                                                                                     \
    f(fmin) f(fmax) f(copysign) f(fdim) f(fmod) f(nextafter)

#define HOST_ONE(f)                                                                                \
    f(sin) f(cos) f(tan) f(asin) f(acos) f(atan) f(sinh) f(cosh) f(tanh) f(asinh) f(acosh)         \
    f(atanh) f(exp) f(exp2) f(exp10) f(expm1) f(log) f(log2) f(log10) f(log1p) f(cbrt)     \
    f(erf) f(erfc) f(tgamma) f(lgamma) f(j0) f(j1) f(y0) f(y1)
#define HOST_TWO(f) f(pow) f(atan2) f(hypot)

#define DECLARE(name)                                                                              \
    MODEL(name);                                                                                   \
    MODEL(name##f);
ONE(DECLARE)
TWO(DECLARE)
DECLARE(remainder)
DECLARE(drem)
HOST_ONE(DECLARE)
HOST_TWO(DECLARE)
MODEL(fma);
MODEL(fmaf);
MODEL(remquo);
MODEL(remquof);
MODEL(lround);
MODEL(lroundf);
MODEL(llround);
MODEL(llroundf);
MODEL(lrint);
MODEL(lrintf);
MODEL(llrint);
MODEL(llrintf);
MODEL(modf);
MODEL(modff);
MODEL(frexp);
MODEL(frexpf);
MODEL(ldexp);
MODEL(ldexpf);
MODEL(scalbn);
MODEL(scalbnf);
MODEL(scalbln);
MODEL(scalblnf);
MODEL(ilogb);
MODEL(ilogbf);
MODEL(nan);
MODEL(nanf);
MODEL(sincos);
MODEL(sincosf);
MODEL(lgamma_r);
MODEL(lgammaf_r);
extern int epm_signgam;
extern int epm___isnan(double), epm___isnanf(float), epm___isinf(double), epm___isinff(float);
extern int epm___finite(double), epm___finitef(float), epm___signbit(double);
extern int epm___signbitf(float), epm___fpclassify(double), epm___fpclassifyf(float);
extern int __isinf(double), __isinff(float), __finite(double), __finitef(float);
extern int __signbit(double), __signbitf(float), __fpclassify(double), __fpclassifyf(float);
extern int epm___isnanl(long double), epm___isinfl(long double), epm___finitel(long double);
extern int epm___signbitl(long double), epm___fpclassifyl(long double);
extern int __isnanl(long double), __isinfl(long double), __finitel(long double);
extern int __signbitl(long double), __fpclassifyl(long double);
extern int epm_fegetround(void), epm_fesetround(int);
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
/* glibc 2.36 gives some zeros of `remainder` the other sign than `x` has. */
#define COMPARE_REMAINDER(name)                                                                    \
    WITH_ERRORS(double_a = name(x, y), double_b = epm_##name(x, y))                                \
    check(#name, (double_a == 0 && double_b == 0) || (same(double_a, double_b) &&                  \
                                                      error_of_system == error_of_model),          \
          "%a %a: %a %a %d %d", x, y, double_a, double_b, error_of_system, error_of_model);        \
    WITH_ERRORS(float_a = name##f(xf, yf), float_b = epm_##name##f(xf, yf))                        \
    check(#name "f", (float_a == 0 && float_b == 0) || (same(float_a, float_b) &&                  \
                                                        error_of_system == error_of_model),        \
          "%a %a", xf, yf);

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

static void classes_long(long double x) {
    check("__isnanl", !__isnanl(x) == !epm___isnanl(x), "%La", x);
    check("__isinfl", __isinfl(x) == epm___isinfl(x), "%La", x);
    check("__finitel", !__finitel(x) == !epm___finitel(x), "%La", x);
    check("__signbitl", !__signbitl(x) == !epm___signbitl(x), "%La", x);
    check("__fpclassifyl", __fpclassifyl(x) == epm___fpclassifyl(x), "%La", x);
}

/* Modes that exist besides the one to nearest are reported as unsupported. */
static void rounding(void) {
    int mode = once_in(8) ? FE_TONEAREST : (int)random_bits() | 1;
    check("fesetround", !fesetround(mode) == !epm_fesetround(mode), "%d", mode);
    check("fegetround", fegetround() == epm_fegetround(), "%d", mode);
}

/* As `parts`, for float. */
static void float_parts(float x, int n) {
    float whole_a, whole_b;
    float_a = modff(x, &whole_a), float_b = epm_modff(x, &whole_b);
    check("modff", same(float_a, float_b) && same(whole_a, whole_b), "%a", x);
    int exponent_a = 0, exponent_b = 0;
    float_a = frexpf(x, &exponent_a);
    float_b = epm_frexpf(x, &exponent_b);
    check("frexpf", same(float_a, float_b) && exponent_a == exponent_b, "%a: %d, %d", x,
          exponent_a, exponent_b);
    n = once_in(10) ? n : (int)below(700) - 350;
    WITH_ERRORS(float_a = ldexpf(x, n), float_b = epm_ldexpf(x, n))
    check("ldexpf", same(float_a, float_b) && error_of_system == error_of_model, "%a %d: %a %a", x,
          n, float_a, float_b);
    float_a = scalbnf(x, n), float_b = epm_scalbnf(x, n);
    check("scalbnf", same(float_a, float_b), "%a %d", x, n);
    float_a = scalblnf(x, n), float_b = epm_scalblnf(x, n);
    check("scalblnf", same(float_a, float_b), "%a %d", x, n);
    WITH_ERRORS(exponent_a = ilogbf(x), exponent_b = epm_ilogbf(x))
    check("ilogbf", exponent_a == exponent_b && error_of_system == error_of_model, "%a: %d %d", x,
          exponent_a, exponent_b);
    float small = fmodf(isfinite(x) ? x : 1.5f, 1e9f);
    check("lroundf", lroundf(small) == epm_lroundf(small), "%a", small);
    check("llroundf", llroundf(small) == epm_llroundf(small), "%a", small);
    check("lrintf", lrintf(small) == epm_lrintf(small), "%a", small);
    check("llrintf", llrintf(small) == epm_llrintf(small), "%a", small);
}

/* Functions with more than one result. */
static void pairs(double x, float xf) {
    double sine_a, cosine_a, sine_b, cosine_b;
    sincos(x, &sine_a, &cosine_a);
    epm_sincos(x, &sine_b, &cosine_b);
    check("sincos", same(sine_a, sine_b) && same(cosine_a, cosine_b), "%a", x);
    float s_a, c_a, s_b, c_b;
    sincosf(xf, &s_a, &c_a);
    epm_sincosf(xf, &s_b, &c_b);
    check("sincosf", same(s_a, s_b) && same(c_a, c_b), "%a", xf);
    int sign_a = 0, sign_b = 0;
    double_a = lgamma_r(x, &sign_a), double_b = epm_lgamma_r(x, &sign_b);
    /* At a pole and for a NaN the sign says nothing. */
    int said = isfinite(double_a);
    check("lgamma_r", same(double_a, double_b) && (!said || sign_a == sign_b), "%a: %d %d", x,
          sign_a, sign_b);
    double_b = epm_lgamma(x);
    check("lgamma", !said || sign_a == epm_signgam, "%a", x);
    float_a = lgammaf_r(xf, &sign_a), float_b = epm_lgammaf_r(xf, &sign_b);
    said = isfinite(float_a);
    check("lgammaf_r", same(float_a, float_b) && (!said || sign_a == sign_b), "%a: %d %d", xf,
          sign_a, sign_b);
    check("nan", isnan(epm_nan("1")) && isnan(nan("1")), "nan");
    check("nanf", isnan(epm_nanf("")) && isnan(nanf("")), "nanf");
}

/* C specifies the sign and the last three bits; glibc's is compared. */
static int same_quotient(int a, int b) {
    return a == b;
}

static void quotients(double x, double y, float xf, float yf) {
    int a = 0, b = 0;
    WITH_ERRORS(double_a = remquo(x, y, &a), double_b = epm_remquo(x, y, &b))
    int said = double_a == double_a;
    check("remquo", same(double_a, double_b) && error_of_system == error_of_model &&
                        (!said || same_quotient(a, b)), "%a %a: %a %d, %a %d", x, y, double_a, a, double_b, b);
    WITH_ERRORS(float_a = remquof(xf, yf, &a), float_b = epm_remquof(xf, yf, &b))
    said = float_a == float_a;
    check("remquof", same(float_a, float_b) && error_of_system == error_of_model &&
                         (!said || same_quotient(a, b)), "%a %a: %d %d", xf, yf, a, b);
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
    long far = once_in(10) ? (long)random_bits() : n;
    check("scalbln", same(scalbln(x, far), epm_scalbln(x, far)), "%a %ld", x, far);
    WITH_ERRORS(exponent_a = ilogb(x), exponent_b = epm_ilogb(x))
    check("ilogb", exponent_a == exponent_b && error_of_system == error_of_model, "%a: %d %d", x,
          exponent_a, exponent_b);
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
        COMPARE_REMAINDER(remainder)
        COMPARE_REMAINDER(drem)
        HOST_ONE(COMPARE_ONE)
        HOST_TWO(COMPARE_TWO)
        float_parts(xf, (int)random_bits());
        pairs(x, xf);
        quotients(x, y, xf, yf);
        long double xl = (long double)x * (1 + 0x1p-60L);
        check("fma", same(fma(x, y, z), epm_fma(x, y, z)), "%a %a %a", x, y, z);
        check("fmaf", same(fmaf(xf, yf, zf), epm_fmaf(xf, yf, zf)), "%a %a %a", xf, yf, zf);
        classes(x, xf);
        classes_long(once_in(4) ? xl * __LDBL_MIN__ : xl);
        rounding();
        parts(x);
    }
}
