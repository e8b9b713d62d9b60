/* The parts of a `long double` in the format of x87: 16 bits of sign and
 * exponent, 64 bits of significand with its leading bit. */

static int ep_field_long(long double x) {
    union ep_extended e = {x};
    return e.part.top & 0x7fff;
}

/* The number with another exponent field. */
static long double ep_with_field(long double x, int field) {
    union ep_extended e = {x};
    e.part.top = (uint16_t)((e.part.top & 0x8000) | field);
    return e.value;
}

/* x = result * 2^exponent with 1/2 <= |result| < 1. */
static long double ep_frexp_long(long double x, int *exponent) {
    int field = ep_field_long(x), extra = 0;
    *exponent = 0;
    if (field == 0x7fff || x == 0)
        return x + x;
    if (field == 0) {
        /* 2^64 makes a subnormal number normal. */
        x *= 18446744073709551616.0L;
        field = ep_field_long(x);
        extra = -64;
    }
    *exponent = field - 16382 + extra;
    return ep_with_field(x, 16382);
}

long double frexpl(long double x, int *exponent) {
    return ep_frexp_long(x, exponent);
}

static long double ep_power_of_two_long(int n) {
    return ep_with_field(1.0L, n + 16383);
}

/* x * 2^n, rounded once: the steps before the last one are exact. */
static long double ep_scale_long(long double x, int n) {
    if (n > 16383) {
        x *= ep_power_of_two_long(16383);
        n -= 16383;
        if (n > 16383) {
            x *= ep_power_of_two_long(16383);
            n = n - 16383 > 16383 ? 16383 : n - 16383;
        }
    } else if (n < -16382) {
        /* By 64 less than possible, so that the step stays normal. */
        x *= ep_power_of_two_long(-16382 + 64);
        n += 16382 - 64;
        if (n < -16382) {
            x *= ep_power_of_two_long(-16382 + 64);
            n = n + 16382 - 64 < -16382 ? -16382 : n + 16382 - 64;
        }
    }
    return x * ep_power_of_two_long(n);
}

long double ldexpl(long double x, int n) {
    long double result = ep_scale_long(x, n);
    int finite = x - x == 0, overflow = result - result != 0, vanished = result == 0 && x != 0;
    ep_errno = finite && (overflow || vanished) ? EP_ERANGE : ep_errno;
    return result;
}

long double scalbnl(long double x, int n) {
    return ep_scale_long(x, n);
}

long double scalblnl(long double x, long n) {
    return ep_scale_long(x, n > 99999 ? 99999 : n < -99999 ? -99999 : (int)n);
}

long double modfl(long double x, long double *integral) {
    long double whole = __builtin_truncl(x);
    *integral = whole;
    return __builtin_copysignl(x == whole ? 0.0L : x - whole, x);
}

EP_TO_INTEGER(l, long double)

long double fmal(long double x, long double y, long double z) {
    return __builtin_fmal(x, y, z);
}

long double fdiml(long double x, long double y) {
    long double result = x <= y ? 0 : x - y;
    int overflow = (x - x == 0) & (y - y == 0) & (result - result != 0);
    ep_errno = overflow ? EP_ERANGE : ep_errno;
    return result;
}

long double nanl(const char *payload) {
    (void)payload;
    return __builtin_nanl("");
}

int ilogbl(long double x) {
    int exponent;
    ep_frexp_long(x, &exponent);
    int infinite = (x == x) & (x - x != 0);
    int special = (x == 0) | (x - x != 0);
    ep_errno = special ? EP_EDOM : ep_errno;
    return special ? infinite ? INT_MAX : INT_MIN : exponent - 1;
}

long double logbl(long double x) {
    int exponent;
    ep_frexp_long(x, &exponent);
    long double special = x == 0 ? -__builtin_infl() : x * x;
    return ((x == 0) | (x - x != 0)) ? special : exponent - 1;
}
