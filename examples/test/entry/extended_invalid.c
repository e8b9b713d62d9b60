// flags: --entry invalid
// expect: violated
//
// An exponent that says the number is normal and no leading one: x87 does not
// make such a `long double`, but memory can hold it. It compares as a NaN does.
int invalid(long double x, long double *p) {
    const unsigned char *b = (const unsigned char *)&x;
    int leading = b[7] >> 7, exponent = b[8] | (b[9] & 0x7f) << 8;
    if (x == x && exponent > 0 && !leading)
        __builtin_abort();
    if (x != x && exponent > 0 && exponent < 0x7fff)
        return 10 / leading; // bug: division-by-zero
    if (*p > 2.5L && *p < x && x < 3.0L)
        return 10 / (b[7] & 0); // bug: division-by-zero
    return 0;
}
