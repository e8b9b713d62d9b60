/* IEEE 754's remainder (section 5.3.1: the quotient is rounded to the nearest
 * integer, to the even one of two) and neighbours. All are exact, so that they
 * are formulas for symbolic numbers; `fmod` is one operation of the engines. */

/* What glibc leaves of a quotient: eight stays on x86-64, not on i386. */
#define EP_QUOTIENT (sizeof(void *) == 8 ? 15 : 7)

#define EP_REMAINDER(suffix, type)                                                                 \
    /* The remainder; the quotient, but for multiples of 8, goes to `*quotient`. */                \
    static type ep_remquo##suffix(type x, type y, int *quotient) {                                 \
        type whole = __builtin_fabs##suffix(x), unit = __builtin_fabs##suffix(y);                  \
        /* A multiple that overflows is larger than every number. */                               \
        type rest = __builtin_fmod##suffix(whole, 8 * unit);                                       \
        int count = rest >= 4 * unit ? 4 : 0;                                                      \
        rest = rest >= 4 * unit ? rest - 4 * unit : rest;                                          \
        count += rest >= 2 * unit ? 2 : 0;                                                         \
        rest = rest >= 2 * unit ? rest - 2 * unit : rest;                                          \
        int over = rest + rest > unit;                                                             \
        rest = over ? rest - unit : rest;                                                          \
        int twice = over & (rest + rest >= unit);                                                  \
        rest = twice ? rest - unit : rest;                                                         \
        count = (count + over + twice) & EP_QUOTIENT;                                               \
        int opposite = (__builtin_signbit(x) != 0) != (__builtin_signbit(y) != 0);                 \
        *quotient = opposite ? -count : count;                                                     \
        /* A zero has the sign of `x`. */                                                          \
        rest = rest == 0 ? 0 : rest;                                                               \
        return ((x != x) | (y != y)) ? x + y : __builtin_signbit(x) ? -rest : rest;                \
    }                                                                                              \
    type remquo##suffix(type x, type y, int *quotient) {                                           \
        return ep_remquo##suffix(x, y, quotient);                                                  \
    }                                                                                              \
    /* glibc sets errno here and not in remquo. */                                                 \
    type remainder##suffix(type x, type y) {                                                       \
        int quotient;                                                                              \
        int infinite = (x == x) & (x - x != 0) & (y == y);                                         \
        int by_zero = (x == x) & (y == 0);                                                         \
        ep_errno = infinite | by_zero ? EP_EDOM : ep_errno;                                        \
        return ep_remquo##suffix(x, y, &quotient);                                                 \
    }                                                                                              \
    type drem##suffix(type x, type y) {                                                            \
        return remainder##suffix(x, y);                                                            \
    }

EP_REMAINDER(, double)
EP_REMAINDER(f, float)
EP_REMAINDER(l, long double)

/* The next number towards `y`: the next encoding. */
double nextafter(double x, double y) {
    uint64_t bits = ep_double_bits(x);
    uint64_t next = (x < y) == (x > 0) ? bits + 1 : bits - 1;
    uint64_t least = (ep_double_bits(y) & 0x8000000000000000) | 1;
    double moved = ep_bits_double(x == 0 ? least : next);
    double result = ((x != x) | (y != y)) ? x + y : x == y ? y : moved;
    /* An overflow, or what is not a normal number (as glibc: not from zero). */
    int field = (int)(ep_double_bits(result) >> 52 & 0x7ff);
    int left = (x - x == 0) & (x != 0) & (x != y) & (y == y) & ((field == 0x7ff) | (field == 0));
    ep_errno = left ? EP_ERANGE : ep_errno;
    return result;
}

static float ep_bits_float(uint32_t bits) {
    union {
        uint32_t bits;
        float value;
    } u = {bits};
    return u.value;
}

float nextafterf(float x, float y) {
    uint32_t bits = ep_float_bits(x);
    uint32_t next = (x < y) == (x > 0) ? bits + 1 : bits - 1;
    uint32_t least = (ep_float_bits(y) & 0x80000000) | 1;
    float moved = ep_bits_float(x == 0 ? least : next);
    float result = ((x != x) | (y != y)) ? x + y : x == y ? y : moved;
    int field = (int)(ep_float_bits(result) >> 23 & 0xff);
    int left = (x - x == 0) & (x != 0) & (x != y) & (y == y) & ((field == 0xff) | (field == 0));
    ep_errno = left ? EP_ERANGE : ep_errno;
    return result;
}

/* The exponent as a number; -infinity for zero. */
double logb(double x) {
    int exponent;
    ep_frexp(x, &exponent);
    double special = x == 0 ? -__builtin_inf() : x * x;
    return ((x == 0) | (x - x != 0)) ? special : exponent - 1;
}

float logbf(float x) {
    int exponent;
    ep_frexp(x, &exponent);
    float special = x == 0 ? -__builtin_inff() : x * x;
    return ((x == 0) | (x - x != 0)) ? special : (float)(exponent - 1);
}
