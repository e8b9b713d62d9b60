/* Where the output of printf goes, and its conversions of integers,
 * characters and strings.
 *
 * Integers are printed without a fork when they go to a stream: all digits
 * are computed, the number of significant ones is a sum of comparisons, and
 * the pieces are written with symbolic address and length. Into a buffer each
 * length is a path of its own, so that what follows has concrete places. */

struct ep_out {
    FILE *file; /* NULL: the buffer */
    char *to;
    size_t limit; /* bytes that may be stored, without the terminator */
    size_t count; /* bytes produced */
    int failed;
};

/* What stands between % and the letter. */
struct ep_spec {
    int left, plus, space, alt, zero;
    int width;
    int precision; /* -1: none */
    char letter;
};

static void ep_put(struct ep_out *o, char c) {
    if (o->count < o->limit)
        o->to[o->count] = c;
    o->count++;
}

/* s[from .. to), where `to` is concrete and `from` may be symbolic. */
static void ep_emit(struct ep_out *o, const char *s, size_t from, size_t to) {
    if (o->file != NULL) {
        o->failed |= !ep_write(o->file, s + from, to - from);
        o->count += to - from;
        return;
    }
    for (size_t i = 0; i < to; i++)
        if (i >= from)
            ep_put(o, s[i]);
}

/* Eight times a literal. */
#define EP_8(text) text text text text text text text text

/* `n` times the character, where `n` <= `most` may be symbolic. The block is
 * large because a symbolic `most` is a fork for each: a program that takes a
 * width of five digits from its arguments had three thousand. */
static void ep_fill(struct ep_out *o, char c, int n, int most) {
    static const char spaces[] = EP_8(EP_8(EP_8(EP_8(" "))));
    static const char zeros[] = EP_8(EP_8(EP_8(EP_8("0"))));
    const int block = (int)sizeof spaces - 1;
    if (o->file == NULL) {
        for (int i = 0; i < n; i++)
            ep_put(o, c);
        return;
    }
    const char *text = c == '0' ? zeros : spaces;
    for (int done = 0; done < most; done += block) {
        int rest = n > done ? n - done : 0;
        int piece = rest < block ? rest : block;
        o->failed |= !ep_write(o->file, text, (size_t)piece);
        o->count += (size_t)piece;
    }
}

#define EP_MAX_DIGIT_CHARS 22

/* Ten digits of a 32-bit number, most significant first; the number of
 * significant ones (1 for zero). */
static int ep_decimal_32(uint32_t value, char *to) {
    uint32_t rest = value, power = 1;
    int n = 1;
    for (int i = 9; i >= 0; i--) {
        to[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    for (int i = 1; i < 10; i++) {
        power *= 10;
        n += value >= power;
    }
    return n;
}

static int ep_decimal_64(ep_u64 value, char *to) {
    ep_u64 rest = value, power = 1;
    int n = 1;
    for (int i = 19; i >= 0; i--) {
        to[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    for (int i = 1; i < 20; i++) {
        power *= 10;
        n += value >= power;
    }
    return n;
}

/* `size` digits of `bits` bits each. */
static int ep_power_digits(ep_u64 value, int bits, int size, char letter_a, char *to) {
    int n = 1;
    for (int i = 0; i < size; i++) {
        ep_u64 rest = value >> (bits * i);
        int digit = (int)(rest & ((1u << bits) - 1));
        to[size - 1 - i] = (char)(digit < 10 ? '0' + digit : letter_a + digit - 10);
        if (i > 0)
            n += rest != 0;
    }
    return n;
}

/* The digits at the end of `digits[0 .. size)`, and how many count. */
static int ep_digits(ep_u64 value, int narrow, char letter, char *digits, int *size) {
    switch (letter) {
    case 'x':
    case 'X':
    case 'p':
        *size = narrow ? 8 : 16;
        return ep_power_digits(value, 4, *size, letter == 'X' ? 'A' : 'a', digits);
    case 'o':
        *size = narrow ? 11 : 22;
        return ep_power_digits(value, 3, *size, 'a', digits);
    default:
        *size = narrow ? 10 : 20;
        return narrow ? ep_decimal_32((uint32_t)value, digits) : ep_decimal_64(value, digits);
    }
}

/* `narrow`: the value has at most 32 bits. */
static void ep_print_integer(struct ep_out *o, const struct ep_spec *spec, ep_u64 value,
                             int negative, int narrow) {
    char digits[EP_MAX_DIGIT_CHARS];
    char prefix[2];
    int size;
    int n = ep_digits(value, narrow, spec->letter, digits, &size);
    int is_zero = value == 0;
    int zeros = 0, prefix_size = 0, most_zeros = 0;
    if (spec->precision >= 0) {
        n = spec->precision == 0 && is_zero ? 0 : n;
        zeros = spec->precision > n ? spec->precision - n : 0;
        most_zeros = spec->precision;
    }
    int hex = spec->letter == 'x' || spec->letter == 'X' || spec->letter == 'p';
    char other_sign = spec->plus ? '+' : ' ';
    prefix[0] = negative ? '-' : other_sign;
    if (spec->letter == 'd' || spec->letter == 'i') {
        prefix_size = negative | spec->plus | spec->space;
    } else if (hex && spec->alt) {
        prefix[0] = '0';
        prefix[1] = spec->letter == 'X' ? 'X' : 'x';
        prefix_size = is_zero ? 0 : 2;
    } else if (spec->letter == 'o' && spec->alt) {
        int needed = (zeros == 0) & (!is_zero | (n == 0));
        zeros = needed ? 1 : zeros;
        most_zeros += 1;
    }
    int length = prefix_size + zeros + n;
    int pad = spec->width > length ? spec->width - length : 0;
    int pad_right = spec->left ? pad : 0;
    if (spec->zero && !spec->left && spec->precision < 0) {
        zeros += pad;
        pad = 0;
        most_zeros += spec->width;
    }
    if (!spec->left)
        ep_fill(o, ' ', pad, spec->width);
    ep_emit(o, prefix + 0, 0, (size_t)prefix_size);
    ep_fill(o, '0', zeros, most_zeros);
    ep_emit(o, digits, (size_t)(size - n), (size_t)size);
    if (spec->left)
        ep_fill(o, ' ', pad_right, spec->width);
}

static void ep_print_text(struct ep_out *o, const struct ep_spec *spec, const char *s, size_t n) {
    int pad = (size_t)spec->width > n ? spec->width - (int)n : 0;
    if (!spec->left)
        ep_fill(o, ' ', pad, pad);
    ep_emit(o, s, 0, n);
    if (spec->left)
        ep_fill(o, ' ', pad, pad);
}

static void ep_print_string(struct ep_out *o, const struct ep_spec *spec, const char *s) {
    size_t most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    if (s == NULL) {
        /* As glibc: nothing when "(null)" would be cut. */
        s = "(null)";
        most = most >= 6 ? 6 : 0;
        ep_print_text(o, spec, s, most);
        return;
    }
    ep_print_text(o, spec, s, ep_strnlen(s, most));
}

/* Wide strings of ASCII characters; others have no form in the C locale. */
static int ep_print_wide(struct ep_out *o, const struct ep_spec *spec, const int32_t *s) {
    if (s == NULL) {
        ep_print_string(o, spec, NULL);
        return 1;
    }
    size_t most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    size_t n = 0;
    for (; n < most && s[n] != 0; n++)
        if (s[n] < 0 || s[n] > 127)
            return 0;
    int pad = (size_t)spec->width > n ? spec->width - (int)n : 0;
    if (!spec->left)
        ep_fill(o, ' ', pad, pad);
    for (size_t i = 0; i < n; i++) {
        char c = (char)s[i];
        ep_emit(o, &c, 0, 1);
    }
    if (spec->left)
        ep_fill(o, ' ', pad, pad);
    return 1;
}
