/* printf of a symbolic `double` as a formula of its digits: %f with at most six
 * digits behind the point (four on 32 bits), of numbers below 2^43.
 *
 * The number is mantissa / 2^k. Times 10^p it is mantissa * 5^p / 2^(k - p), an
 * exact product in few more bits than the mantissa has, then a shift, rounded to
 * nearest even by what is shifted out, as glibc rounds: integers alone, which need
 * no theory of floats. What is asked of the path is the kind of the number, its
 * sign and how many digits stand before the point. */

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 ep_scaled;
#define EP_FORMULA_DIGITS 6
#else
typedef ep_u64 ep_scaled;
#define EP_FORMULA_DIGITS 4
#endif
/* Bits of a mantissa times 5^p, and one more: what is shifted by as many is below
 * one half. */
#define EP_SCALED_BITS (53 + (EP_FORMULA_DIGITS == 6 ? 14 : 10) + 1)
/* The exponent's field of numbers from 2^43 on. */
#define EP_FORMULA_FIELD (1023 + 43)

/* Whether it was printed. */
static int ep_print_formula(struct ep_out *o, const struct ep_style *style, uint64_t bits) {
    static const unsigned fives[] = {1, 5, 25, 125, 625, 3125, 15625};
    int precision = style->precision < 0 ? 6 : style->precision;
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffff;
    if (field == 0x7ff) {
        struct ep_real r = {.negative = 0};
        if (bits >> 63 != 0)
            r.negative = 1;
        if (fraction != 0)
            r.nan = 1;
        else
            r.infinite = 1;
        ep_put_special(o, style, &r);
        return 1;
    }
    if (style->letter != 'f' || precision > EP_FORMULA_DIGITS || field >= EP_FORMULA_FIELD)
        return 0;
    int shift = 1075 - precision - (field == 0 ? 1 : field);
    int far = shift >= EP_SCALED_BITS;
    int by = far ? EP_SCALED_BITS - 1 : shift;
    ep_scaled scaled = (ep_scaled)(fraction | (uint64_t)(field != 0) << 52) * fives[precision];
    ep_u64 whole = far ? 0 : (ep_u64)(scaled >> by);
    ep_scaled one = 1, rest = scaled & ((one << by) - 1), half = one << (by - 1);
    int up = !far & ((rest > half) | ((rest == half) & ((whole & 1) != 0)));
    whole += (ep_u64)up;
    char digits[20], sign[1];
    int n = ep_decimal_64(whole, digits);
    n = n > precision ? n : precision + 1;
    int sign_size = bits >> 63 != 0 ? ep_sign(style, 1, sign) : ep_sign(style, 0, sign);
    int with_point = precision > 0 || style->alt;
    int pad = ep_body_begin(o, style, sign, sign_size, n + with_point, style->zero);
    ep_emit(o, digits, (size_t)(20 - n), (size_t)(20 - precision));
    if (with_point)
        ep_put_text(o, ".", 1);
    ep_put_text(o, digits + 20 - precision, (size_t)precision);
    ep_put_fill(o, ' ', pad);
    return 1;
}
