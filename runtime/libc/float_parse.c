/* strtod, strtof, strtold: correctly rounded.
 *
 * Decimal: up to 15 digits and a power of ten up to 10^22 are one exact
 * floating-point operation (Clinger 1990), which also works on symbolic
 * digits. Everything else is exact: the number as a fraction of two big
 * integers, divided bit by bit, rounded to nearest even. Cost: about 70 passes
 * over as many words as the fraction has (4 for 1e30, 60 for 1e-300).
 * Digits after the 800th only say "more than": enough for every double; a
 * `long double` halfway between two values to 800 digits may round wrongly. */

#define EP_MAX_DIGITS 800
/* 800 digits times 10^(4950 + 800), in words. */
#define EP_BIG_WORDS 640

struct ep_big {
    int size;
    uint32_t word[EP_BIG_WORDS]; /* least significant first */
};

static void ep_big_mul_add(struct ep_big *b, uint32_t factor, uint32_t carry) {
    for (int i = 0; i < b->size; i++) {
        ep_u64 product = (ep_u64)b->word[i] * factor + carry;
        b->word[i] = (uint32_t)product;
        carry = (uint32_t)(product >> 32);
    }
    if (carry != 0)
        b->word[b->size++] = carry;
}

static void ep_big_mul_power_of_ten(struct ep_big *b, int power) {
    for (; power >= 9; power -= 9)
        ep_big_mul_add(b, 1000000000, 0);
    for (; power > 0; power--)
        ep_big_mul_add(b, 10, 0);
}

static void ep_big_shift_left(struct ep_big *b, int bits) {
    int words = bits / 32, rest = bits % 32;
    if (b->size == 0 || bits == 0)
        return;
    b->word[b->size] = 0;
    for (int i = b->size; i >= 0; i--) {
        ep_u64 pair = (ep_u64)b->word[i] << 32 | (i > 0 ? b->word[i - 1] : 0);
        b->word[i + words] = (uint32_t)(pair << rest >> 32);
    }
    for (int i = 0; i < words; i++)
        b->word[i] = 0;
    b->size += words + 1;
    while (b->word[b->size - 1] == 0)
        b->size--;
}

static int ep_big_bits(const struct ep_big *b) {
    return 32 * b->size - __builtin_clz(b->word[b->size - 1]);
}

static int ep_big_compare(const struct ep_big *a, const struct ep_big *b) {
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    for (int i = a->size - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b. */
static void ep_big_subtract(struct ep_big *a, const struct ep_big *b) {
    ep_u64 borrow = 0;
    for (int i = 0; i < a->size; i++) {
        ep_u64 difference = (ep_u64)a->word[i] - (i < b->size ? b->word[i] : 0) - borrow;
        a->word[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->size > 0 && a->word[a->size - 1] == 0)
        a->size--;
}

/* A binary format: bits of precision, exponents of the smallest normal and of
 * the largest power of two. */
struct ep_format {
    int bits, least, most;
};

static const struct ep_format ep_float_format = {24, -126, 127};
static const struct ep_format ep_double_format = {53, -1022, 1023};
static const struct ep_format ep_long_double_format = {64, -16382, 16383};

/* mantissa * 2^exponent; infinite when `exponent` is INT_MAX. */
struct ep_scaled {
    ep_u64 mantissa;
    int exponent;
};

/* Rounds up when `above` (>= half, with `tie` for exactly half). Sets errno
 * as glibc does: on overflow, and on a tiny inexact result. */
static struct ep_scaled ep_finish(ep_u64 mantissa, int unit, int up, int inexact, int tiny,
                                  const struct ep_format *format) {
    struct ep_scaled result = {mantissa, unit};
    if (up) {
        result.mantissa++;
        /* 64-bit precision: all ones wrapped to zero. */
        if (result.mantissa == 0 || result.mantissa >> (format->bits - 1) >> 1 != 0) {
            result.mantissa = 1ull << (format->bits - 1);
            result.exponent++;
        }
    }
    if (result.mantissa >> (format->bits - 1) != 0 &&
        result.exponent + format->bits - 1 > format->most) {
        result.exponent = INT_MAX;
        inexact = 1;
        tiny = 1;
    }
    if (tiny && inexact)
        ep_errno = EP_ERANGE;
    return result;
}

/* The value n / d, both positive; destroys both. */
static struct ep_scaled ep_divide(struct ep_big *n, struct ep_big *d,
                                  const struct ep_format *format) {
    int exponent = ep_big_bits(n) - ep_big_bits(d);
    if (exponent > 0)
        ep_big_shift_left(d, exponent);
    else
        ep_big_shift_left(n, -exponent);
    if (ep_big_compare(n, d) < 0) {
        ep_big_shift_left(n, 1);
        exponent--;
    }
    /* 1 <= n/d < 2: the value is n/d * 2^exponent. */
    int unit = exponent - format->bits + 1;
    int tiny = exponent < format->least;
    if (tiny)
        unit = format->least - format->bits + 1;
    ep_u64 mantissa = 0;
    int ones = 1;
    for (int i = exponent - unit; i >= 0; i--) {
        int bit = ep_big_compare(n, d) >= 0;
        if (bit)
            ep_big_subtract(n, d);
        ones &= bit;
        mantissa = mantissa << 1 | (ep_u64)bit;
        ep_big_shift_left(n, 1);
    }
    if (unit > exponent + 1) {
        /* Less than half of the smallest value. */
        return ep_finish(0, unit, 0, 1, 1, format);
    }
    int against_half = ep_big_compare(n, d);
    int up = against_half > 0 || (against_half == 0 && (mantissa & 1) != 0);
    int inexact = n->size != 0;
    if (tiny && exponent == format->least - 1 && ones && up) {
        /* Rounded to full precision it would not be tiny: one more bit. */
        if (ep_big_compare(n, d) >= 0)
            ep_big_subtract(n, d);
        else
            ones = 0;
        ep_big_shift_left(n, 1);
        tiny = !(ones && ep_big_compare(n, d) >= 0);
    }
    return ep_finish(mantissa, unit, up, inexact, tiny, format);
}

static struct ep_scaled ep_infinite(void) {
    ep_errno = EP_ERANGE;
    return (struct ep_scaled){0, INT_MAX};
}

static struct ep_scaled ep_zero(void) {
    return (struct ep_scaled){0, 0};
}

/* What the text says, before rounding. */
enum ep_class { EP_NOTHING, EP_DECIMAL, EP_HEX, EP_INFINITY, EP_NAN };

struct ep_text {
    enum ep_class class;
    int negative;
    const char *digits;    /* first digit or point, after a 0x */
    const char *digits_end; /* after the last digit or point */
    int point;             /* digits before the point */
    int exponent;          /* as written after e or p, saturated */
    ep_u64 payload;        /* of nan(...) */
    const char *end;
};

/* Whether `s` begins with `word` (lower case), whatever its case. */
static int ep_begins(const char *s, const char *word) {
    for (; *word != 0; s++, word++)
        if ((*s | 32) != *word)
            return 0;
    return 1;
}

/* Reads `e` or `p`, a sign and digits at `s`; stays when there are none. */
static void ep_read_exponent(const char *s, char letter, struct ep_text *t) {
    t->end = s;
    if ((*s | 32) != letter)
        return;
    s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if (!ep_isdigit((ep_byte)*s))
        return;
    int value = 0;
    for (; ep_isdigit((ep_byte)*s); s++) {
        int next = value * 10 + (*s - '0');
        value = value < 10000000 ? next : value;
    }
    t->exponent = negative ? -value : value;
    t->end = s;
}

static const char *ep_read_digits(const char *s, int base, struct ep_text *t) {
    int seen_point = 0;
    int digits = 0;
    t->digits = s;
    for (;; s++) {
        if (ep_digit(*s, base) < (unsigned)base) {
            digits++;
            t->point += !seen_point;
        } else if (*s == '.' && !seen_point) {
            seen_point = 1;
        } else {
            break;
        }
    }
    t->digits_end = s;
    return digits > 0 ? s : NULL;
}

/* The n-char-sequence of nan(...): a number as strtoull reads it. */
static void ep_read_nan(const char *s, struct ep_text *t) {
    t->end = s;
    if (*s != '(')
        return;
    const char *p = s + 1;
    while (ep_isalpha((ep_byte)*p) || ep_isdigit((ep_byte)*p) || *p == '_')
        p++;
    if (*p != ')')
        return;
    char *number_end;
    ep_u64 payload = ep_parse(s + 1, &number_end, 0, ep_ullong);
    if (number_end == p)
        t->payload = payload;
    t->end = p + 1;
}

static struct ep_text ep_read_text(const char *text) {
    struct ep_text t = {.class = EP_NOTHING, .end = text};
    const char *s = text;
    while (ep_isspace((ep_byte)*s))
        s++;
    t.negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if (ep_begins(s, "inf")) {
        t.class = EP_INFINITY;
        t.end = ep_begins(s + 3, "inity") ? s + 8 : s + 3;
        return t;
    }
    if (ep_begins(s, "nan")) {
        t.class = EP_NAN;
        ep_read_nan(s + 3, &t);
        return t;
    }
    if (s[0] == '0' && (s[1] | 32) == 'x') {
        const char *end = ep_read_digits(s + 2, 16, &t);
        if (end != NULL) {
            t.class = EP_HEX;
            ep_read_exponent(end, 'p', &t);
            return t;
        }
        t.point = 0;
    }
    const char *end = ep_read_digits(s, 10, &t);
    if (end == NULL) {
        t.negative = 0;
        return t;
    }
    t.class = EP_DECIMAL;
    ep_read_exponent(end, 'e', &t);
    return t;
}

static struct ep_scaled ep_convert_hex(const struct ep_text *t, const struct ep_format *format) {
    struct ep_big n = {.size = 0}, d = {.size = 1};
    d.word[0] = 1;
    int taken = 0, sticky = 0;
    int exponent = t->exponent;
    int left = t->point;
    /* 20 digits from the first that is not zero: more than any precision. */
    for (const char *s = t->digits; s < t->digits_end; s++) {
        if (*s == '.')
            continue;
        unsigned digit = ep_digit(*s, 16);
        if (taken < 20) {
            ep_big_mul_add(&n, 16, digit);
            taken += n.size != 0;
            exponent -= left > 0 ? 0 : 4;
        } else {
            sticky |= digit != 0;
            exponent += left > 0 ? 4 : 0;
        }
        left--;
    }
    if (n.size == 0)
        return ep_zero();
    int top = ep_big_bits(&n) - 1 + exponent;
    if (top > format->most + 1)
        return ep_infinite();
    if (top < format->least - format->bits - 1)
        return ep_finish(0, 0, 0, 1, 1, format);
    ep_big_mul_add(&n, 2, (uint32_t)sticky);
    if (exponent - 1 > 0)
        ep_big_shift_left(&n, exponent - 1);
    else
        ep_big_shift_left(&d, 1 - exponent);
    return ep_divide(&n, &d, format);
}

static struct ep_scaled ep_convert_decimal(const struct ep_text *t,
                                           const struct ep_format *format) {
    const char *first = t->digits;
    int point = t->point;
    /* Leading zeros say nothing. */
    for (; first < t->digits_end && (*first == '0' || *first == '.'); first++)
        point -= *first == '0';
    if (first == t->digits_end)
        return ep_zero();
    /* Value: 0.d1d2d3… * 10^magnitude. */
    int magnitude = point + t->exponent;
    if (magnitude > 5000)
        return ep_infinite();
    if (magnitude < -5000)
        return ep_finish(0, 0, 0, 1, 1, format);
    struct ep_big n = {.size = 0}, d = {.size = 1};
    d.word[0] = 1;
    int taken = 0, sticky = 0;
    for (const char *s = first; s < t->digits_end; s++) {
        if (*s == '.')
            continue;
        if (taken < EP_MAX_DIGITS) {
            ep_big_mul_add(&n, 10, (uint32_t)(*s - '0'));
            taken++;
        } else {
            sticky |= *s != '0';
        }
    }
    if (sticky) {
        ep_big_mul_add(&n, 10, 1);
        taken++;
    }
    int power = magnitude - taken;
    if (power > 0)
        ep_big_mul_power_of_ten(&n, power);
    else
        ep_big_mul_power_of_ten(&d, -power);
    return ep_divide(&n, &d, format);
}

/* At most 15 digits and |power of ten| <= 22: both are exact doubles, and one
 * operation rounds once. Returns whether that was so. */
static int ep_convert_fast(const struct ep_text *t, double *value) {
    int digits = 0, after = 0, seen_point = 0;
    long long integer = 0;
    for (const char *s = t->digits; s < t->digits_end; s++) {
        if (*s == '.') {
            seen_point = 1;
            continue;
        }
        integer = integer * 10 + (*s - '0');
        after += seen_point;
        if (++digits > 15)
            return 0;
    }
    int power = t->exponent - after;
    if (power > 22 || power < -22)
        return 0;
    double scale = 1;
    for (int i = power < 0 ? -power : power; i > 0; i--)
        scale *= 10;
    *value = power < 0 ? (double)integer / scale : (double)integer * scale;
    return 1;
}

/* x87 code for 32 bits would round the one operation twice. */
#if defined __FLT_EVAL_METHOD__ && __FLT_EVAL_METHOD__ != 0
#error "the models need IEEE double arithmetic (-msse2 -mfpmath=sse)"
#endif

static struct ep_scaled ep_convert(const struct ep_text *t, const struct ep_format *format) {
    switch (t->class) {
    case EP_DECIMAL:
        return ep_convert_decimal(t, format);
    case EP_HEX:
        return ep_convert_hex(t, format);
    case EP_INFINITY:
        return (struct ep_scaled){0, INT_MAX};
    default:
        return ep_zero();
    }
}

/* The bits of a format with a hidden bit, below the sign. */
static ep_u64 ep_pack(struct ep_scaled v, const struct ep_format *format) {
    int stored = format->bits - 1;
    if (v.exponent == INT_MAX)
        return (ep_u64)(2 * format->most + 1) << stored;
    if (v.mantissa >> stored == 0)
        return v.mantissa;
    return ((ep_u64)(v.exponent + stored + format->most) << stored) + (v.mantissa ^ 1ull << stored);
}

static double ep_strtod(const char *text, char **end) {
    struct ep_text t = ep_read_text(text);
    union {
        double value;
        uint64_t bits;
    } u;
    if (end != NULL)
        *end = (char *)t.end;
    if (t.class == EP_DECIMAL && ep_convert_fast(&t, &u.value))
        return t.negative ? -u.value : u.value;
    if (t.class == EP_NAN)
        u.bits = 0x7ff8000000000000 | (t.payload & 0x7ffffffffffff);
    else
        u.bits = ep_pack(ep_convert(&t, &ep_double_format), &ep_double_format);
    u.bits |= (uint64_t)t.negative << 63;
    return u.value;
}

static float ep_strtof(const char *text, char **end) {
    struct ep_text t = ep_read_text(text);
    union {
        float value;
        uint32_t bits;
    } u;
    if (end != NULL)
        *end = (char *)t.end;
    if (t.class == EP_NAN)
        u.bits = 0x7fc00000 | (uint32_t)(t.payload & 0x3fffff);
    else
        u.bits = (uint32_t)ep_pack(ep_convert(&t, &ep_float_format), &ep_float_format);
    u.bits |= (uint32_t)t.negative << 31;
    return u.value;
}

/* The parts of an x87 number: 64 explicit bits, exponent and sign. */
union ep_extended {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t top;
    } part;
};

static long double ep_strtold(const char *text, char **end) {
    struct ep_text t = ep_read_text(text);
    union ep_extended u = {.value = 0};
    if (end != NULL)
        *end = (char *)t.end;
    if (t.class == EP_NAN) {
        u.part.mantissa = 0xc000000000000000 | (t.payload & 0x3fffffffffffffff);
        u.part.top = 0x7fff;
    } else {
        struct ep_scaled v = ep_convert(&t, &ep_long_double_format);
        if (v.exponent == INT_MAX) {
            u.part.mantissa = 1ull << 63;
            u.part.top = 0x7fff;
        } else {
            u.part.mantissa = v.mantissa;
            u.part.top = v.mantissa >> 63 != 0 ? (uint16_t)(v.exponent + 63 + 16383) : 0;
        }
    }
    u.part.top |= (uint16_t)(t.negative << 15);
    return u.value;
}

double strtod(const char *s, char **end) {
    return ep_strtod(s, end);
}

double atof(const char *s) {
    return ep_strtod(s, NULL);
}

float strtof(const char *s, char **end) {
    return ep_strtof(s, end);
}

long double strtold(const char *s, char **end) {
    return ep_strtold(s, end);
}
