/* Floating-point numbers from text: value bits, end and errno. */
#define _GNU_SOURCE
#include "differential.h"

#include <math.h>

MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(atof);
extern int *epm___errno_location(void);

static const char *digits(unsigned max) {
    return random_string(max, once_in(4) ? "0" : once_in(4) ? "9" : once_in(4) ? "05" : "0123456789");
}

static double random_double(void) {
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The exact text of a double, of the middle of two, or near one. */
static int border_text(char *to) {
    double x = once_in(2) ? random_double() : ldexp((double)(random_bits() >> 12), -1074);
    if (!isfinite(x))
        x = 1.7976931348623157e308;
    if (once_in(2)) {
        long double middle = ((long double)x + nextafter(x, 0)) / 2;
        int n = sprintf(to, "%.*Le", (int)below(1100), middle);
        if (once_in(2)) {
            /* Just above the middle, by a digit far behind. */
            char *exponent = strchr(to, 'e');
            memmove(exponent + 1, exponent, strlen(exponent) + 1);
            *exponent = '1';
            n++;
        }
        return n;
    }
    if (once_in(2)) {
        float f = (float)x;
        if (!isfinite(f))
            f = ldexpf((float)(random_bits() >> 40), -149);
        double middle = ((double)f + nextafterf(f, 0)) / 2;
        return sprintf(to, "%.*e", (int)below(120), middle);
    }
    return sprintf(to, once_in(2) ? "%.17g" : "%.800g", x);
}

static const char *float_text(void) {
    static char text[3000];
    static const char *const words[] = {"inf", "INF", "infinity", "Infinit", "nan", "NaN(123)",
                                        "nan(0x7)", "nan(a b)", "nan(zz_)", "nan(", "in", "na"};
    static const char *const edges[] = {
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9406564584124654e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "0x1.fffffffffffff8p1023",
        "0x1.fffffffffffff7p1023", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffff7p-1022",
        "0x1p-1075", "0x1.00001p-1075", "1e400", "1e-400", "1e99999999999", "1e-99999999999",
        "0x1.ffffffp127", "0x1.fffffefp127", "1e4932", "1e4933", "3.6e-4951", "1.2e4932",
        "0x.000000000000000000000000001p100",
        "0x1.000000000000080000000000000000000001p3", "0x1.00000100000000000000000000001",
        "0x1.0000000000000001000000000000000000001p-9", "0e999999999999", "0x0p99999999999"};
    char *to = text;
    to += sprintf(to, "%s", random_string(2, " \t"));
    if (once_in(2))
        to += sprintf(to, "%s", once_in(2) ? "-" : "+");
    switch (below(8)) {
    case 0:
        to += sprintf(to, "%s", words[below(sizeof words / sizeof words[0])]);
        break;
    case 1:
        to += sprintf(to, "%s", edges[below(sizeof edges / sizeof edges[0])]);
        break;
    case 2:
        to += border_text(to);
        break;
    case 3: {
        const char *set = "0123456789abcdefABCDEF";
        to += sprintf(to, "0%c%s", once_in(2) ? 'x' : 'X', random_string(once_in(3) ? 30 : 8, set));
        if (once_in(2))
            to += sprintf(to, ".%s", random_string(once_in(3) ? 30 : 8, set));
        if (once_in(2))
            to += sprintf(to, "p%d", (int)below(2400) - 1200);
        break;
    }
    default:
        to += sprintf(to, "%s", digits(once_in(3) ? 40 : 8));
        if (!once_in(3))
            to += sprintf(to, ".%s", digits(once_in(3) ? 40 : 8));
        if (once_in(2))
            to += sprintf(to, "%c%s%d", once_in(2) ? 'e' : 'E', once_in(4) ? "+" : "",
                          once_in(2) ? (int)below(20) - 10 : (int)below(700) - 350);
    }
    if (once_in(4))
        to += sprintf(to, "%s", random_string(3, once_in(2) ? any_bytes : "eEpPxX.+-0"));
    return exact(text, (size_t)(to - text) + 1);
}

/* The bytes that count: ten of a long double. */
#define SAME(name, bytes)                                                                          \
    do {                                                                                           \
        char *end_a, *end_b;                                                                       \
        errno = 0;                                                                                 \
        __auto_type x = name(s, &end_a);                                                           \
        int error_a = errno;                                                                       \
        *epm___errno_location() = 0;                                                               \
        __auto_type y = epm_##name(s, &end_b);                                                     \
        int error_b = *epm___errno_location();                                                     \
        check(#name, memcmp(&x, &y, bytes) == 0 && end_a == end_b && error_a == error_b,           \
              "%s: %La %La, %td %td, %d %d", show_string(s), (long double)x, (long double)y,       \
              end_a - s, end_b - s, error_a, error_b);                                             \
    } while (0)

void test_floats(void) {
    for (int i = 0; i < CASES; i++) {
        const char *s = float_text();
        SAME(strtod, 8);
        SAME(strtof, 4);
        SAME(strtold, 10);
        double x = atof(s), y = epm_atof(s);
        check("atof", memcmp(&x, &y, 8) == 0, "%s", show_string(s));
        forget();
    }
}
