/* Integers from text. */
#define _GNU_SOURCE
#include "differential.h"

#include <inttypes.h>
#include <strings.h>

MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtoq);
MODEL(strtouq);
MODEL(strtoimax);
MODEL(strtoumax);
MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(imaxabs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
extern int *epm___errno_location(void);
extern long epm___isoc23_strtol(const char *, char **, int);

/* Space, sign, prefix, digits around the limits, rubbish. */
static const char *number_text(void) {
    static const char *const borders[] = {
        "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616",
        "7fffffffffffffff", "8000000000000000", "ffffffffffffffff", "10000000000000000",
        "1777777777777777777777", "2000000000000000000000", "0", "00000000000000000000000001"};
    char text[160];
    char *to = text;
    to += sprintf(to, "%s", random_string(2, once_in(3) ? " \t\n\v\f\r" : " "));
    if (once_in(2))
        to += sprintf(to, "%s", once_in(8) ? "-+" : once_in(2) ? "-" : "+");
    if (once_in(3))
        to += sprintf(to, "%s", once_in(3) ? "0" : once_in(2) ? "0x" : once_in(2) ? "0X" : "0b");
    if (once_in(3))
        to += sprintf(to, "%s", borders[below(sizeof borders / sizeof borders[0])]);
    else
        to += sprintf(to, "%s", random_string(24, once_in(2)   ? "0123456789"
                                                  : once_in(2) ? "01"
                                                  : once_in(2) ? "0123456789abcdefABCDEFxX"
                                                               : "0123456789azZ"));
    if (once_in(2))
        to += sprintf(to, "%s", random_string(3, any_bytes));
    return exact(text, (size_t)(to - text) + 1);
}

/* At an invalid base glibc leaves the end alone, AddressSanitizer's wrapper
 * does not. */
#define BASE_IS_VALID (base == 0 || (base >= 2 && base <= 36))

#define SAME(name)                                                                                 \
    do {                                                                                           \
        char *end_a = (char *)s, *end_b = (char *)s;                                               \
        errno = 0;                                                                                 \
        __auto_type x = name(s, &end_a, base);                                                     \
        int error_a = errno;                                                                       \
        *epm___errno_location() = 0;                                                               \
        __auto_type y = epm_##name(s, &end_b, base);                                               \
        int error_b = *epm___errno_location();                                                     \
        check(#name, x == y && (end_a == end_b || !BASE_IS_VALID) && error_a == error_b,                             \
              "%s base %d: %lld %lld, %td %td, %d %d", show_string(s), base, (long long)x,         \
              (long long)y, end_a - s, end_b - s, error_a, error_b);                               \
        check(#name " without end", name(s, NULL, base) == epm_##name(s, NULL, base), "%s",        \
              show_string(s));                                                                     \
    } while (0)

static void parsing(void) {
    static const int bases[] = {0, 10, 16, 8, 2, 36};
    const char *s = number_text();
    int base = once_in(4) ? (int)below(40) - 1 : bases[below(6)];
    SAME(strtol);
    SAME(strtoul);
    SAME(strtoll);
    SAME(strtoull);
    SAME(strtoq);
    SAME(strtouq);
    SAME(strtoimax);
    SAME(strtoumax);
    check("atoi", atoi(s) == epm_atoi(s), "%s", show_string(s));
    check("atol", atol(s) == epm_atol(s), "%s", show_string(s));
    check("atoll", atoll(s) == epm_atoll(s), "%s", show_string(s));
    /* The C23 function differs from strtol only at 0b. */
    char *end_a = NULL, *end_b = NULL;
    if ((base == 0 || base == 2) && strcasestr(s, "0b") != NULL) {
        const char *digits = strcasestr(s, "0b") + 2;
        const char *before = s + strspn(s, " \t\n\v\f\r");
        int negative = *before == '-';
        before += *before == '-' || *before == '+';
        if (before == digits - 2 && (*digits == '0' || *digits == '1')) {
            unsigned long magnitude = strtoul(digits, &end_a, 2);
            unsigned long limit = negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;
            magnitude = magnitude > limit ? limit : magnitude;
            long expected = negative ? (long)(0 - magnitude) : (long)magnitude;
            long y = epm___isoc23_strtol(s, &end_b, base);
            check("__isoc23_strtol", expected == y && end_a == end_b, "%s: %ld %ld",
                  show_string(s), expected, y);
            return;
        }
    }
    long x = strtol(s, &end_a, base), y = epm___isoc23_strtol(s, &end_b, base);
    check("__isoc23_strtol", x == y && (end_a == end_b || !BASE_IS_VALID), "%s base %d", show_string(s), base);
}

static void arithmetic(void) {
    long long a = (long long)random_bits() >> below(64), b = (long long)random_bits() >> below(64);
    if (a == LLONG_MIN || (long)a == LONG_MIN || (int)a == INT_MIN)
        a++;
    check("abs", abs((int)a) == epm_abs((int)a), "%lld", a);
    check("labs", labs((long)a) == epm_labs((long)a), "%lld", a);
    check("llabs", llabs(a) == epm_llabs(a), "%lld", a);
    check("imaxabs", imaxabs(a) == epm_imaxabs(a), "%lld", a);
    if ((int)b == 0)
        b++;
    div_t d = div((int)a, (int)b), e = epm_div((int)a, (int)b);
    check("div", d.quot == e.quot && d.rem == e.rem, "%lld %lld", a, b);
    ldiv_t l = ldiv((long)a, (long)b), m = epm_ldiv((long)a, (long)b);
    check("ldiv", l.quot == m.quot && l.rem == m.rem, "%lld %lld", a, b);
    lldiv_t p = lldiv(a, b), q = epm_lldiv(a, b);
    check("lldiv", p.quot == q.quot && p.rem == q.rem, "%lld %lld", a, b);
    a = once_in(3) ? 0 : (long long)(random_bits() << below(64));
    check("ffs", ffs((int)a) == epm_ffs((int)a), "%lld", a);
    check("ffsl", ffsl((long)a) == epm_ffsl((long)a), "%lld", a);
    check("ffsll", ffsll(a) == epm_ffsll(a), "%lld", a);
}

void test_integers(void) {
    for (int i = 0; i < CASES; i++) {
        parsing();
        arithmetic();
        forget();
    }
}
