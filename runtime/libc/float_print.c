/* printf of floating-point numbers: exact, as glibc's.
 *
 * A number is mantissa * 2^exponent. Its decimal expansion is finite; it is
 * computed in base 10^9 by multiplying by 2^29 or dividing by 2^9 at a time
 * (2^9 divides 10^9), then rounded to nearest even at the wanted digit. Cost:
 * exponent / 9 passes over the limbs. Of a symbolic number that would be a path
 * per exponent and digit: to a standard stream only its length matters, which is
 * any that the conversion can give; elsewhere %f with few digits is a formula
 * (`float_formula.c`), and else the number is one of its values, on a path for
 * each, as many as are tried. */

static void ep_put_text(struct ep_out *o, const char *s, size_t n) {
    ep_emit(o, s, 0, n);
}

static void ep_put_fill(struct ep_out *o, char c, int n) {
    ep_fill(o, c, n, n);
}

struct ep_real {
    int negative, infinite, nan;
    ep_u64 mantissa;
    int exponent;
    int point_bits; /* bits after the first hexadecimal digit of %a */
};

/* The conversion, with what its letter's case says taken apart. */
struct ep_style {
    int left, zero, alt;
    char sign; /* printed before a number that is not negative; 0: none */
    int width, precision;
    char letter; /* lower case */
    int upper;
};

static struct ep_style ep_style(const struct ep_spec *spec) {
    struct ep_style style = {.left = spec->left,
                             .zero = spec->zero,
                             .alt = spec->alt,
                             .sign = spec->plus    ? '+'
                                     : spec->space ? ' '
                                                   : 0,
                             .width = spec->width,
                             .precision = spec->precision,
                             .letter = (char)(spec->letter | 32),
                             .upper = (spec->letter & 32) == 0};
    return style;
}

/* digit[0 .. count): decimal digits as characters, the first is not '0'.
 * The value is 0.d1d2d3… * 10^point. */
struct ep_decimal {
    char *digit;
    int count, point;
};

#define EP_BILLION 1000000000u
/* Limbs before the point, and all, for 1e309 and 2^-1074 … */
#define EP_DOUBLE_POINT 36
#define EP_DOUBLE_LIMBS 160
/* … and for 1e4933 and 2^-16445. */
#define EP_EXTENDED_POINT 552
#define EP_EXTENDED_LIMBS 2400

static struct ep_decimal ep_expand(ep_u64 mantissa, int exponent, uint32_t *limb, int point,
                                   char *digit) {
    int first = point, end = point;
    struct ep_decimal d = {digit, 0, 0};
    if (mantissa == 0)
        return d;
    if (exponent < 0) {
        int shift = __builtin_ctzll(mantissa);
        shift = shift < -exponent ? shift : -exponent;
        mantissa >>= shift;
        exponent += shift;
    }
    for (; mantissa != 0; mantissa /= EP_BILLION)
        limb[--first] = (uint32_t)(mantissa % EP_BILLION);
    while (exponent > 0) {
        int shift = exponent < 29 ? exponent : 29;
        uint32_t carry = 0;
        for (int i = end - 1; i >= first; i--) {
            ep_u64 product = ((ep_u64)limb[i] << shift) + carry;
            limb[i] = (uint32_t)(product % EP_BILLION);
            carry = (uint32_t)(product / EP_BILLION);
        }
        if (carry != 0)
            limb[--first] = carry;
        exponent -= shift;
    }
    while (exponent < 0) {
        int shift = exponent > -9 ? -exponent : 9;
        uint32_t carry = 0;
        for (int i = first; i < end; i++) {
            uint32_t value = limb[i];
            limb[i] = (value >> shift) + carry;
            carry = (EP_BILLION >> shift) * (value & ((1u << shift) - 1));
        }
        if (carry != 0)
            limb[end++] = carry;
        while (limb[first] == 0)
            first++;
        exponent += shift;
    }
    d.point = (point - first) * 9;
    for (int i = first; i < end; i++) {
        uint32_t rest = limb[i];
        for (int k = 8; k >= 0; k--) {
            digit[d.count + k] = (char)('0' + rest % 10);
            rest /= 10;
        }
        d.count += 9;
    }
    while (*d.digit == '0') {
        d.digit++;
        d.count--;
        d.point--;
    }
    return d;
}

/* Keeps the first `keep` digits, rounding to nearest even. */
static void ep_round(struct ep_decimal *d, int keep) {
    if (keep >= d->count)
        return;
    if (keep < 0) {
        d->count = 0;
        return;
    }
    int more = 0;
    for (int i = keep + 1; i < d->count; i++)
        more |= d->digit[i] != '0';
    int odd = keep > 0 && (d->digit[keep - 1] & 1) != 0;
    char next = d->digit[keep];
    d->count = keep;
    if (next < '5' || (next == '5' && !more && !odd))
        return;
    while (d->count > 0 && d->digit[d->count - 1] == '9')
        d->count--;
    if (d->count == 0) {
        d->digit[0] = '1';
        d->count = 1;
        d->point++;
    } else {
        d->digit[d->count - 1]++;
    }
}

/* Sign, padding and a body of `length` characters, which `ep_body_end` must
 * follow after the body was put. */
static int ep_body_begin(struct ep_out *o, const struct ep_style *style, const char *prefix,
                         int prefix_size, int length, int zero) {
    int total = prefix_size + length;
    int pad = style->width > total ? style->width - total : 0;
    if (!style->left && !zero)
        ep_put_fill(o, ' ', pad);
    ep_put_text(o, prefix, (size_t)prefix_size);
    if (!style->left && zero)
        ep_put_fill(o, '0', pad);
    return style->left ? pad : 0;
}

static int ep_sign(const struct ep_style *style, int negative, char *to) {
    char sign = negative ? '-' : style->sign;
    to[0] = sign;
    return sign != 0;
}

/* digit[from .. to), with '0' for digits that are not stored. */
static void ep_put_digits(struct ep_out *o, const struct ep_decimal *d, int from, int to) {
    if (from < 0) {
        int zeros = (to < 0 ? to : 0) - from;
        ep_put_fill(o, '0', zeros);
        from += zeros;
    }
    int stored = to < d->count ? to : d->count;
    if (from < stored) {
        ep_put_text(o, d->digit + from, (size_t)(stored - from));
        from = stored;
    }
    if (from < to)
        ep_put_fill(o, '0', to - from);
}

/* Digits of the exponent, at least `least`; returns the length with letter
 * and sign. */
static int ep_exponent_text(char letter, int exponent, int least, char *to) {
    unsigned value = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;
    char reversed[8];
    int n = 0, length = 2;
    while (value != 0 || n < least) {
        reversed[n++] = (char)('0' + value % 10);
        value /= 10;
    }
    to[0] = letter;
    to[1] = exponent < 0 ? '-' : '+';
    while (n > 0)
        to[length++] = reversed[--n];
    return length;
}

static void ep_put_fixed(struct ep_out *o, const struct ep_style *style, int negative,
                         const struct ep_decimal *d, int precision) {
    char sign[1];
    int sign_size = ep_sign(style, negative, sign);
    int point = d->count == 0 ? 0 : d->point;
    int before = point > 0 ? point : 1;
    int with_point = precision > 0 || style->alt;
    int pad = ep_body_begin(o, style, sign, sign_size, before + with_point + precision,
                            style->zero);
    if (point > 0)
        ep_put_digits(o, d, 0, point);
    else
        ep_put_text(o, "0", 1);
    if (with_point)
        ep_put_text(o, ".", 1);
    ep_put_digits(o, d, point, point + precision);
    ep_put_fill(o, ' ', pad);
}

static void ep_put_scientific(struct ep_out *o, const struct ep_style *style, int negative,
                              const struct ep_decimal *d, int precision) {
    char sign[1], tail[10];
    int sign_size = ep_sign(style, negative, sign);
    int exponent = d->count == 0 ? 0 : d->point - 1;
    int tail_size = ep_exponent_text(style->upper ? 'E' : 'e', exponent, 2, tail);
    int with_point = precision > 0 || style->alt;
    int pad = ep_body_begin(o, style, sign, sign_size, 1 + with_point + precision + tail_size,
                            style->zero);
    ep_put_digits(o, d, 0, 1);
    if (with_point)
        ep_put_text(o, ".", 1);
    ep_put_digits(o, d, 1, 1 + precision);
    ep_put_text(o, tail, (size_t)tail_size);
    ep_put_fill(o, ' ', pad);
}

static void ep_put_general(struct ep_out *o, const struct ep_style *style, int negative,
                           struct ep_decimal *d) {
    int precision = style->precision == 0 ? 1 : style->precision;
    ep_round(d, precision);
    int exponent = d->count == 0 ? 0 : d->point - 1;
    int fixed = exponent >= -4 && exponent < precision;
    int after = fixed ? precision - 1 - exponent : precision - 1;
    if (!style->alt) {
        while (d->count > 0 && d->digit[d->count - 1] == '0')
            d->count--;
        int needed = d->count - 1 - (fixed ? exponent : 0);
        needed = needed > 0 ? needed : 0;
        after = after < needed ? after : needed;
    }
    if (fixed)
        ep_put_fixed(o, style, negative, d, after);
    else
        ep_put_scientific(o, style, negative, d, after);
}

static void ep_put_decimal(struct ep_out *o, const struct ep_style *style, int negative,
                           struct ep_decimal *d) {
    if (style->letter == 'f') {
        /* Digits beyond the precision, seen from the first one. */
        if (style->precision < d->count - d->point)
            ep_round(d, d->point + style->precision);
        ep_put_fixed(o, style, negative, d, style->precision);
    } else if (style->letter == 'e') {
        if (style->precision < d->count)
            ep_round(d, style->precision + 1);
        ep_put_scientific(o, style, negative, d, style->precision);
    } else {
        ep_put_general(o, style, negative, d);
    }
}

/* %a: the mantissa's hexadecimal digits, rounded to nearest even. */
static void ep_put_hex(struct ep_out *o, const struct ep_style *style, const struct ep_real *r) {
    char prefix[3], tail[10], digits[20];
    int prefix_size = ep_sign(style, r->negative, prefix);
    prefix[prefix_size++] = '0';
    prefix[prefix_size++] = style->upper ? 'X' : 'x';
    ep_u64 mantissa = r->mantissa;
    int stored = r->point_bits / 4;
    int exponent = mantissa == 0 ? 0 : r->exponent + r->point_bits;
    if (style->precision < 0) {
        while (stored > 0 && (mantissa & 15) == 0) {
            mantissa >>= 4;
            stored--;
        }
    } else if (style->precision < stored) {
        int cut = 4 * (stored - style->precision);
        ep_u64 rest = mantissa & ((1ull << cut) - 1), half = 1ull << (cut - 1);
        mantissa >>= cut;
        stored = style->precision;
        mantissa += rest > half || (rest == half && (mantissa & 1) != 0);
        if (mantissa >> (4 * stored) == 16) {
            mantissa >>= 4;
            exponent += 4;
        }
    }
    int precision = style->precision < 0 ? stored : style->precision;
    for (int i = stored; i >= 0; i--) {
        int digit = (int)(mantissa & 15);
        digits[i] = (char)(digit < 10 ? '0' + digit : (style->upper ? 'A' : 'a') + digit - 10);
        mantissa >>= 4;
    }
    int tail_size = ep_exponent_text(style->upper ? 'P' : 'p', exponent, 1, tail);
    int with_point = precision > 0 || style->alt;
    int pad = ep_body_begin(o, style, prefix, prefix_size, 1 + with_point + precision + tail_size,
                            style->zero);
    ep_put_text(o, digits, 1);
    if (with_point)
        ep_put_text(o, ".", 1);
    ep_put_text(o, digits + 1, (size_t)stored);
    ep_put_fill(o, '0', precision - stored);
    ep_put_text(o, tail, (size_t)tail_size);
    ep_put_fill(o, ' ', pad);
}

static void ep_put_special(struct ep_out *o, const struct ep_style *style,
                           const struct ep_real *r) {
    char sign[1];
    int sign_size = ep_sign(style, r->negative, sign);
    int pad = ep_body_begin(o, style, sign, sign_size, 3, 0);
    const char *name = r->nan ? (style->upper ? "NAN" : "nan") : (style->upper ? "INF" : "inf");
    ep_put_text(o, name, 3);
    ep_put_fill(o, ' ', pad);
}

/* What the two widths share; true when all is done. */
static int ep_put_simple(struct ep_out *o, struct ep_style *style, const struct ep_real *r) {
    if (r->infinite || r->nan) {
        ep_put_special(o, style, r);
        return 1;
    }
    if (style->letter == 'a') {
        ep_put_hex(o, style, r);
        return 1;
    }
    if (style->precision < 0)
        style->precision = 6;
    return 0;
}

/* Whether nobody can see more than how much was written. */
static int ep_only_counts(const struct ep_out *o, const struct ep_style *style) {
    return o->file != NULL && ep_is_standard(o->file) && style->precision <= 10000000;
}

/* A symbolic number to a standard stream. `before`: the most digits before the
 * point with %f. */
static void ep_print_unknown(struct ep_out *o, const struct ep_style *style, int before) {
    long precision = style->precision < 0 ? 6 : style->precision;
    /* Sign, "0x", point, letter, sign and digits of an exponent, the zeros
     * after the point of %g, and the digits of %a. */
    long most = precision + 32 + (style->letter == 'f' ? before : 0);
    long least = 1;
    most = style->width > most ? style->width : most;
    least = style->width > least ? style->width : least;
    o->count +=
        (size_t)__ep_any_number("the length of a printed floating-point number", least, most);
}

/* Where one input is followed, the number that it makes: a condition of that
 * run. Else the number itself. */
static uint64_t ep_printed(uint64_t bits) {
    if (!klee_is_symbolic((uintptr_t)bits) && !klee_is_symbolic((uintptr_t)(bits >> 32)))
        return bits;
    return __ep_fixed(bits);
}

#include "float_formula.c"

static void ep_print_double(struct ep_out *o, const struct ep_spec *spec, double value) {
    struct ep_style style = ep_style(spec);
    uint64_t bits = ep_printed(ep_double_bits(value));
    if (klee_is_symbolic((uintptr_t)bits) || klee_is_symbolic((uintptr_t)(bits >> 32))) {
        if (ep_only_counts(o, &style)) {
            ep_print_unknown(o, &style, 309);
            return;
        }
        if (ep_print_formula(o, &style, bits))
            return;
        bits = __ep_some_value(bits);
    }
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffff;
    struct ep_real r = {.negative = (int)(bits >> 63), .mantissa = fraction, .point_bits = 52};
    r.infinite = field == 0x7ff && fraction == 0;
    r.nan = field == 0x7ff && fraction != 0;
    if (field != 0)
        r.mantissa |= 1ull << 52;
    r.exponent = (field == 0 ? 1 : field) - 1075;
    if (ep_put_simple(o, &style, &r))
        return;
    uint32_t limbs[EP_DOUBLE_LIMBS];
    char digits[EP_DOUBLE_LIMBS * 9];
    struct ep_decimal d = ep_expand(r.mantissa, r.exponent, limbs, EP_DOUBLE_POINT, digits);
    ep_put_decimal(o, &style, r.negative, &d);
}

/* The arrays for 20,000 digits are only there when needed. */
static __attribute__((noinline)) void ep_put_wide(struct ep_out *o, const struct ep_style *style,
                                                  const struct ep_real *r) {
    uint32_t limbs[EP_EXTENDED_LIMBS];
    char digits[EP_EXTENDED_LIMBS * 9];
    struct ep_decimal d = ep_expand(r->mantissa, r->exponent, limbs, EP_EXTENDED_POINT, digits);
    ep_put_decimal(o, style, r->negative, &d);
}

static void ep_print_extended(struct ep_out *o, const struct ep_spec *spec, long double value) {
    struct ep_style style = ep_style(spec);
    union ep_extended u = {.value = value};
    uint64_t mantissa = ep_printed(u.part.mantissa);
    unsigned top = (unsigned)ep_printed(u.part.top);
    if (klee_is_symbolic((uintptr_t)mantissa) || klee_is_symbolic((uintptr_t)(mantissa >> 32)) ||
        klee_is_symbolic(top)) {
        if (ep_only_counts(o, &style)) {
            ep_print_unknown(o, &style, 4933);
            return;
        }
        mantissa = __ep_some_value(mantissa);
        top = (unsigned)__ep_some_value(top);
    }
    int field = (int)top & 0x7fff;
    struct ep_real r = {.negative = (int)(top >> 15), .mantissa = mantissa, .point_bits = 60};
    r.infinite = field == 0x7fff && mantissa << 1 == 0;
    r.nan = field == 0x7fff && mantissa << 1 != 0;
    r.exponent = (field == 0 ? 1 : field) - 16383 - 63;
    if (ep_put_simple(o, &style, &r))
        return;
    ep_put_wide(o, &style, &r);
}
