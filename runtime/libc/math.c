/* The functions of math.h that are one operation of the target (an LLVM
 * intrinsic that the engines know) or a question about the bits. The others
 * (sin, pow, …) are in transcendental.c. */

#define EP_MATH_1(name)                                                                            \
    double name(double x) {                                                                        \
        return __builtin_##name(x);                                                                \
    }                                                                                              \
    float name##f(float x) {                                                                       \
        return __builtin_##name##f(x);                                                             \
    }                                                                                              \
    long double name##l(long double x) {                                                           \
        return __builtin_##name##l(x);                                                             \
    }

#define EP_MATH_2(name)                                                                            \
    double name(double x, double y) {                                                              \
        return __builtin_##name(x, y);                                                             \
    }                                                                                              \
    float name##f(float x, float y) {                                                              \
        return __builtin_##name##f(x, y);                                                          \
    }                                                                                              \
    long double name##l(long double x, long double y) {                                            \
        return __builtin_##name##l(x, y);                                                          \
    }

EP_MATH_1(fabs)
EP_MATH_1(floor)
EP_MATH_1(ceil)
EP_MATH_1(trunc)
EP_MATH_1(round)
EP_MATH_1(rint)
EP_MATH_1(nearbyint)
EP_MATH_1(roundeven)
EP_MATH_2(fmin)
EP_MATH_2(fmax)
EP_MATH_2(copysign)

/* These report an argument outside of their domain in errno. */
#define EP_MATH_DOMAIN(suffix, type)                                                               \
    type sqrt##suffix(type x) {                                                                    \
        ep_errno = x < 0 ? EP_EDOM : ep_errno;                                                     \
        return __builtin_sqrt##suffix(x);                                                          \
    }                                                                                              \
    type fmod##suffix(type x, type y) {                                                            \
        int infinite = (x == x) & (x - x != 0) & (y == y);                                         \
        int by_zero = (x == x) & (y == 0);                                                         \
        ep_errno = infinite | by_zero ? EP_EDOM : ep_errno;                                        \
        return __builtin_fmod##suffix(x, y);                                                       \
    }

EP_MATH_DOMAIN(, double)
EP_MATH_DOMAIN(f, float)
EP_MATH_DOMAIN(l, long double)

double fma(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}

float fmaf(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}

double fdim(double x, double y) {
    double result = x <= y ? 0 : x - y;
    int overflow = (x - x == 0) & (y - y == 0) & (result - result != 0);
    ep_errno = overflow ? EP_ERANGE : ep_errno;
    return result;
}

float fdimf(float x, float y) {
    float result = x <= y ? 0 : x - y;
    int overflow = (x - x == 0) & (y - y == 0) & (result - result != 0);
    ep_errno = overflow ? EP_ERANGE : ep_errno;
    return result;
}

/* Out of range is undefined, as in C. */
#define EP_TO_INTEGER(suffix, type)                                                                \
    long lround##suffix(type x) {                                                                  \
        return (long)__builtin_round##suffix(x);                                                   \
    }                                                                                              \
    long long llround##suffix(type x) {                                                            \
        return (long long)__builtin_round##suffix(x);                                              \
    }                                                                                              \
    long lrint##suffix(type x) {                                                                   \
        return (long)__builtin_rint##suffix(x);                                                    \
    }                                                                                              \
    long long llrint##suffix(type x) {                                                             \
        return (long long)__builtin_rint##suffix(x);                                               \
    }

EP_TO_INTEGER(, double)
EP_TO_INTEGER(f, float)

static uint64_t ep_double_bits(double x) {
    union {
        double value;
        uint64_t bits;
    } u = {x};
    return u.bits;
}

static double ep_bits_double(uint64_t bits) {
    union {
        uint64_t bits;
        double value;
    } u = {bits};
    return u.value;
}

static uint32_t ep_float_bits(float x) {
    union {
        float value;
        uint32_t bits;
    } u = {x};
    return u.bits;
}

/* The integral part goes to `*integral`, both keep the sign. */
double modf(double x, double *integral) {
    double whole = __builtin_trunc(x);
    *integral = whole;
    return __builtin_copysign(x == whole ? 0.0 : x - whole, x);
}

/* x = result * 2^exponent with 1/2 <= |result| < 1. */
static double ep_frexp(double x, int *exponent) {
    uint64_t bits = ep_double_bits(x);
    int field = (int)(bits >> 52 & 0x7ff);
    *exponent = 0;
    if (field == 0x7ff || x == 0)
        return x + x;
    int extra = 0;
    if (field == 0) {
        /* 2^54 makes a subnormal number normal. */
        bits = ep_double_bits(x * 18014398509481984.0);
        field = (int)(bits >> 52 & 0x7ff);
        extra = -54;
    }
    *exponent = field - 1022 + extra;
    return ep_bits_double((bits & 0x800fffffffffffff) | 0x3fe0000000000000);
}

double frexp(double x, int *exponent) {
    return ep_frexp(x, exponent);
}

static double ep_power_of_two(int n) {
    return ep_bits_double((uint64_t)(n + 1023) << 52);
}

/* x * 2^n, rounded once: the steps before the last one are exact. */
static double ep_scale(double x, int n) {
    if (n > 1023) {
        x *= ep_power_of_two(1023);
        n -= 1023;
        if (n > 1023) {
            x *= ep_power_of_two(1023);
            n = n - 1023 > 1023 ? 1023 : n - 1023;
        }
    } else if (n < -1022) {
        /* By 53 less than possible, so that the step stays normal. */
        x *= ep_power_of_two(-1022 + 53);
        n += 1022 - 53;
        if (n < -1022) {
            x *= ep_power_of_two(-1022 + 53);
            n = n + 1022 - 53 < -1022 ? -1022 : n + 1022 - 53;
        }
    }
    return x * ep_power_of_two(n);
}

double ldexp(double x, int n) {
    double result = ep_scale(x, n);
    int finite = x - x == 0, overflow = result - result != 0, vanished = result == 0 && x != 0;
    ep_errno = finite && (overflow || vanished) ? EP_ERANGE : ep_errno;
    return result;
}

double scalbn(double x, int n) {
    return ep_scale(x, n);
}

double scalbln(double x, long n) {
    return ep_scale(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n);
}

/* A float's fraction and exponent are those of the double that it is. */
float frexpf(float x, int *exponent) {
    uint32_t bits = ep_float_bits(x);
    int field = (int)(bits >> 23 & 0xff);
    *exponent = 0;
    if (field == 0xff || x == 0)
        return x + x;
    double wide = x;
    uint64_t wide_bits = ep_double_bits(wide);
    *exponent = (int)(wide_bits >> 52 & 0x7ff) - 1022;
    return (float)ep_bits_double((wide_bits & 0x800fffffffffffff) | 0x3fe0000000000000);
}

/* x * 2^n in double is exact for all results near a float's range, and is
 * rounded once. */
static float ep_scale_float(float x, int n) {
    return (float)ep_scale(x, n > 400 ? 400 : n < -400 ? -400 : n);
}

float ldexpf(float x, int n) {
    float result = ep_scale_float(x, n);
    int finite = x - x == 0, overflow = result - result != 0, vanished = result == 0 && x != 0;
    ep_errno = finite && (overflow || vanished) ? EP_ERANGE : ep_errno;
    return result;
}

float scalbnf(float x, int n) {
    return ep_scale_float(x, n);
}

float scalblnf(float x, long n) {
    return ep_scale_float(x, n > 400 ? 400 : n < -400 ? -400 : (int)n);
}

float modff(float x, float *integral) {
    float whole = __builtin_truncf(x);
    *integral = whole;
    return __builtin_copysignf(x == whole ? 0.0f : x - whole, x);
}

/* The exponent; FP_ILOGB0 and FP_ILOGBNAN are INT_MIN on x86. */
static int ep_ilogb(double x) {
    int exponent;
    if (x != x || x == 0) {
        ep_errno = EP_EDOM;
        return INT_MIN;
    }
    if (x - x != 0) {
        ep_errno = EP_EDOM;
        return INT_MAX;
    }
    ep_frexp(x, &exponent);
    return exponent - 1;
}

int ilogb(double x) {
    return ep_ilogb(x);
}

int ilogbf(float x) {
    return ep_ilogb(x);
}

/* The text of a NaN's payload says nothing here. */
double nan(const char *payload) {
    (void)payload;
    return __builtin_nan("");
}

float nanf(const char *payload) {
    (void)payload;
    return __builtin_nanf("");
}

/* What glibc's <math.h> macros call when they are not built in. */
int __isnan(double x) {
    return x != x;
}

int __isnanf(float x) {
    return x != x;
}

static int ep_isinf(double x) {
    uint64_t bits = ep_double_bits(x);
    int infinite = (bits & 0x7fffffffffffffff) == 0x7ff0000000000000;
    return bits >> 63 != 0 ? -infinite : infinite;
}

int __isinf(double x) {
    return ep_isinf(x);
}

int __isinff(float x) {
    uint32_t bits = ep_float_bits(x);
    int infinite = (bits & 0x7fffffff) == 0x7f800000;
    return bits >> 31 != 0 ? -infinite : infinite;
}

int __finite(double x) {
    return (ep_double_bits(x) >> 52 & 0x7ff) != 0x7ff;
}

int __finitef(float x) {
    return (ep_float_bits(x) >> 23 & 0xff) != 0xff;
}

int __signbit(double x) {
    return (int)(ep_double_bits(x) >> 63);
}

int __signbitf(float x) {
    return (int)(ep_float_bits(x) >> 31);
}

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
int __fpclassify(double x) {
    uint64_t magnitude = ep_double_bits(x) & 0x7fffffffffffffff;
    int small = magnitude == 0 ? 2 : magnitude >> 52 == 0 ? 3 : 4;
    int large = magnitude == 0x7ff0000000000000 ? 1 : 0;
    return magnitude >= 0x7ff0000000000000 ? large : small;
}

int __fpclassifyf(float x) {
    uint32_t magnitude = ep_float_bits(x) & 0x7fffffff;
    int small = magnitude == 0 ? 2 : magnitude >> 23 == 0 ? 3 : 4;
    int large = magnitude == 0x7f800000 ? 1 : 0;
    return magnitude >= 0x7f800000 ? large : small;
}

/* The format of x87: an explicit leading bit, which these do not look at. */
static int ep_class_long(long double x) {
    union ep_extended e = {x};
    int exponent = e.part.top & 0x7fff, fraction = (e.part.mantissa & 0x7fffffffffffffff) != 0;
    int small = exponent == 0 ? fraction ? 3 : 2 : 4;
    return exponent == 0x7fff ? !fraction : small;
}

int __fpclassifyl(long double x) {
    return ep_class_long(x);
}

int __isnanl(long double x) {
    return ep_class_long(x) == 0;
}

int __isinfl(long double x) {
    int infinite = ep_class_long(x) == 1;
    union ep_extended e = {x};
    return e.part.top >> 15 != 0 ? -infinite : infinite;
}

int __finitel(long double x) {
    union ep_extended e = {x};
    return (e.part.top & 0x7fff) != 0x7fff;
}

int __signbitl(long double x) {
    union ep_extended e = {x};
    return e.part.top >> 15;
}

int isnan(double x) {
    return x != x;
}

int isinf(double x) {
    return ep_isinf(x);
}

int finite(double x) {
    return (ep_double_bits(x) >> 52 & 0x7ff) != 0x7ff;
}
