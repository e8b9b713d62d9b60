/* The printf family: random flags, widths, precisions and sizes. The same
 * text must come from the buffer and from the stream functions. */
#define _GNU_SOURCE
#include "differential.h"

#include <math.h>
#include <stdarg.h>
#include <wchar.h>

MODEL(snprintf);
MODEL(sprintf);
MODEL(vsnprintf);
MODEL(vsprintf);
MODEL(printf);
MODEL(fprintf);
MODEL(vprintf);
MODEL(vfprintf);
MODEL(dprintf);
MODEL(asprintf);
MODEL(vasprintf);
extern FILE *epm_stdout, *epm_stderr;
extern int *epm___errno_location(void);
extern int epm___snprintf_chk(char *, size_t, int, size_t, const char *, ...);

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

/* Another entry point each time. */
static int model_print(int which, const char **text, size_t *size, const char *format,
                       va_list list) {
    output_clear();
    int result = which % 2 ? epm_vfprintf(epm_stderr, format, list) : epm_vprintf(format, list);
    *text = output_bytes(which % 2 ? 2 : 1);
    *size = output_size(which % 2 ? 2 : 1);
    return result;
}

/* Another format with the same meaning for the system; NULL: the same. */
static const char *reference;

/* One format and its arguments, through all functions. */
static void compare(const char *name, const char *format, ...) {
    static char a[70000], b[70000];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const char *expected = reference != NULL ? reference : format;
    int x = vsnprintf(a, sizeof a, expected, again);
    va_end(again);
    va_copy(again, list);
    memset(b, 1, 8);
    int y = epm_vsprintf(b, format, again);
    va_end(again);
    check(name, x == y && strcmp(a, b) == 0, "%s: %d %s, %d %s", show_string(format), x,
          show_string(a), y, show_string(b));

    const char *text;
    size_t size;
    va_copy(again, list);
    y = model_print((int)below(2), &text, &size, format, again);
    va_end(again);
    check("vfprintf", x == y && (x < 0 || (size == strlen(a) && memcmp(a, text, size) == 0)),
          "%s: %d %s, %d %s", show_string(format), x, show_string(a), y, show(text, size));

    size_t room = below(30);
    va_copy(again, list);
    char *exact_a = exact(a, room), *exact_b = exact(a, room);
    x = vsnprintf(exact_a, room, expected, again);
    va_end(again);
    va_copy(again, list);
    y = epm_vsnprintf(exact_b, room, format, again);
    va_end(again);
    int same = x == y && (x < 0 || room == 0 || strcmp(exact_a, exact_b) == 0);
    check("vsnprintf", same, "%s into %zu: %d %d", show_string(format), room, x, y);

    char *allocated = NULL;
    va_copy(again, list);
    y = epm_vasprintf(&allocated, format, again);
    va_end(again);
    check("vasprintf", x == y && (x < 0 || strcmp(allocated, a) == 0), "%s: %d %d",
          show_string(format), x, y);
    free(allocated);
    va_end(list);
}

static char format[200];

/* `%`, flags, width and precision: then the size and letter. */
static void make_format(const char *flags, const char *size, char letter) {
    char *to = format;
    if (once_in(4))
        to += sprintf(to, "%s", random_string(3, "ab \n\377"));
    *to++ = '%';
    to += sprintf(to, "%s", random_string(3, flags));
    if (once_in(2))
        to += sprintf(to, "%u", once_in(10) ? below(120) + 1 : below(12) + 1);
    if (once_in(2)) {
        to += sprintf(to, ".");
        if (!once_in(6))
            to += sprintf(to, "%u", once_in(10) ? below(60) : below(12));
    }
    to += sprintf(to, "%s%c", size, letter);
    if (once_in(4))
        sprintf(to, "%s", random_string(3, "ab \n\377"));
}

static long long random_integer(void) {
    static const long long special[] = {0, 1, -1, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 9, 10,
                                        99, 100, 4294967295, 4294967296, 255, 256, -128};
    if (once_in(2))
        return special[below(16)];
    return (long long)random_bits() >> below(64);
}

static void integers(void) {
    static const char *const sizes[] = {"hh", "h", "", "l", "ll", "j", "z", "t", "q"};
    unsigned size = below(9);
    char letter = "diuoxX"[below(6)];
    make_format(letter == 'd' || letter == 'i' ? "-+ 0" : letter == 'u' ? "-0" : "-#0", sizes[size],
                letter);
    long long value = random_integer();
    switch (size) {
    case 0:
    case 1:
    case 2:
        compare("printf of int", format, (int)value);
        break;
    case 3:
    case 6:
    case 7:
        compare("printf of long", format, (long)value);
        break;
    default:
        compare("printf of long long", format, value);
    }
}

static double random_double(void) {
    static const double special[] = {0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 0.25, 0.125, 9.5, 99.5, 0.05,
                                     9.9999995, 999999.5, 0.0001, 0.00001, 123456789.0, 1e15, 1e16,
                                     1e100, 1e300, 1.7976931348623157e308, 5e-324, INFINITY,
                                     -INFINITY, NAN, -NAN, 0.1, 1.0 / 3};
    if (once_in(3))
        return special[below(sizeof special / sizeof special[0])];
    if (once_in(2))
        return (double)(int)random_integer() / (double)(1 << below(20));
    if (once_in(2))
        return (double)(int)below(100000) / 1000;
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* glibc 2.36 prints 999999.5 with %#g as "1.e+06" instead of "1.00000e+06":
 * %#g is compared with the %#e or %#f that the standard says it is. */
static void avoid_alternative_g(const char *size, char letter, long double value) {
    static char other[200];
    reference = NULL;
    char *percent = strchr(format, '%'), *point = strchr(percent, '.');
    char *end = strpbrk(percent, "gG");
    if ((letter | 32) != 'g' || memchr(percent, '#', (size_t)(end - percent)) == NULL ||
        value - value != 0)
        return;
    if (point > end)
        point = NULL;
    int precision = point == NULL ? 6 : point[1] >= '0' && point[1] <= '9' ? atoi(point + 1) : 0;
    precision += precision == 0;
    char text[200];
    snprintf(text, sizeof text, "%.*Le", precision - 1, value);
    int exponent = atoi(strchr(text, 'e') + 1);
    int fixed = exponent >= -4 && exponent < precision;
    size_t before = (size_t)((point != NULL ? point : end - strlen(size)) - format);
    sprintf(other, "%.*s.%d%s%c%s", (int)before, format, precision - 1 - (fixed ? exponent : 0),
            size, (letter - 'g') + (fixed ? 'f' : 'e'), end + 1);
    reference = other;
}

static void long_doubles(void) {
    char letter = "eEfFgGaA"[below(8)];
    long double value = random_double();
    if (once_in(2))
        value *= 1 + 0x1p-63L * below(4);
    if (once_in(8))
        value *= value * value * value;
    make_format("-+ #0", "L", letter);
    avoid_alternative_g("L", letter, value);
    compare("printf of long double", format, value);
    reference = NULL;
}

/* The same with the value taken for a symbolic one: a formula of its digits. Half of
 * the formats are those that have one. */
static void as_formula(double value) {
    static const char *const formats[] = {"%.0f", "%.1f", "%.2f", "%.3f", "%f",
                                          "%9.4f", "%-8.2f|", "%+07.1f", "% #.0f", "%5F"};
    static char a[70000], b[70000];
    const char *used = once_in(2) ? format : formats[below(10)];
    int x = snprintf(a, sizeof a, used == format && reference != NULL ? reference : used, value);
    all_symbolic = 1;
    int y = epm_sprintf(b, used, value);
    all_symbolic = 0;
    check("printf of double as a formula", x == y && strcmp(a, b) == 0, "%s: %d %s, %d %s",
          show_string(used), x, show_string(a), y, show_string(b));
}

static void doubles(void) {
    char letter = "eEfFgGaA"[below(8)];
    const char *size = once_in(4) ? "l" : "";
    double value = random_double();
    make_format("-+ #0", size, letter);
    avoid_alternative_g(size, letter, value);
    compare("printf of double", format, value);
    as_formula(value);
    reference = NULL;
}

static void texts(int kind) {
    const char *s = random_string(12, any_bytes);
    static const wchar_t wide[] = L"wide text";
    switch (kind) {
    case 0:
        make_format("-", "", 'c');
        compare("printf of char", format, (int)random_bits() | 1);
        break;
    case 1: {
        /* Only the precision ends the string. */
        size_t n = strlen(s);
        compare("printf of text", "%-*.*s|", (int)below(10), (int)n, exact(s, n));
        break;
    }
    case 2:
        make_format("-", "", 's');
        compare("printf of null", format, (char *)NULL);
        break;
    case 3:
        make_format("-", "l", 's');
        compare("printf of wide text", format, wide + below(9));
        break;
    case 4:
        make_format("-", "l", 'c');
        compare("printf of wide char", format, (wint_t)(1 + below(127)));
        break;
    case 5:
        make_format("-", "", 'p');
        compare("printf of pointer", format, once_in(4) ? NULL : (void *)(uintptr_t)random_bits());
        break;
    default:
        make_format("-", "", 's');
        compare("printf of text", format, s);
    }
}

static void mixtures(void) {
    long a = (long)random_integer(), b = (long)random_integer();
    double d = random_double(), e = random_double();
    const char *s = random_string(12, any_bytes);
    compare("printf of several", "%ld %s [%c] %g %lx%%\n", a, s, 'x', d, b);
    compare("printf of stars", "%*ld|%-*ld|%.*f|%+*.*e|%*s", (int)below(20) - 10, a,
            (int)below(20) - 10, b, (int)below(10) - 2, d, (int)below(30) - 15, (int)below(10) - 2,
            e, (int)below(20) - 10, s);
    compare("printf of many", "%d%d%d%d%d%d%d%d%d%d %f%f%f%f%f%f%f%f%f%f %s %Lf %d", 1, 2, 3, 4, 5,
            6, 7, 8, (int)a, (int)b, d, e, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, s,
            (long double)d, 9);
    int count_a = 0, count_b = 0;
    char text_a[400], text_b[400];
    int x = snprintf(text_a, 400, "%ld%n %s", a, &count_a, s);
    int y = epm_snprintf(text_b, 400, "%ld%n %s", a, &count_b, s);
    check("snprintf", x == y && count_a == count_b && strcmp(text_a, text_b) == 0, "%ld", a);
    y = epm_sprintf(text_b, "%ld%n %s", a, &count_b, s);
    check("sprintf", x == y && count_a == count_b && strcmp(text_a, text_b) == 0, "%ld", a);
    y = epm___snprintf_chk(text_b, 400, 1, 400, "%ld%n %s", a, &count_b, s);
    check("__snprintf_chk", x == y && strcmp(text_a, text_b) == 0, "%ld", a);
    char *allocated = NULL;
    y = epm_asprintf(&allocated, "%ld %s", a, s);
    check("asprintf", x == y && strcmp(text_a, allocated) == 0, "%ld", a);
    free(allocated);
    output_clear();
    y = epm_printf("%ld %s", a, s);
    check("printf", x == y && memcmp(text_a, output_bytes(1), (size_t)x) == 0, "%ld", a);
    y = epm_fprintf(epm_stderr, "%ld %s", a, s);
    check("fprintf", x == y && memcmp(text_a, output_bytes(2), (size_t)x) == 0, "%ld", a);
    output_clear();
    y = epm_dprintf(2, "%ld %s", a, s);
    check("dprintf", x == y && memcmp(text_a, output_bytes(2), (size_t)x) == 0, "%ld", a);
    int error = (int)below(140);
    errno = *epm___errno_location() = error;
    x = snprintf(text_a, 400, "%20m");
    errno = error;
    y = epm_snprintf(text_b, 400, "%20m");
    check("printf of errno", x == y && strcmp(text_a, text_b) == 0, "%d", error);
}

/* Arguments by number: in any order, more than once, widths and precisions
 * among them. */
static void numbered(void) {
    static const char *const formats[] = {
        "%2$d %1$s",           "%1$s%1$s|%2$-8x",         "%3$.2f %2$+d %1$.3s %4$c",
        "%2$*2$d%1$s",         "%1$.*2$s|%3$*2$g",        "%4$c%4$c%2$o %3$e",
        "%1$10s%%%2$08d",      "%3$a %5$lld %1$s %2$i",   "%5$llx%2$d%6$Lf %3$f%4$c%1$s",
        "%6$Le %1$.1s%4$d%5$lld%3$g%2$u", "%2$d%5$jd%3$G",           "%1$p",
    };
    const char *s = once_in(10) ? NULL : random_string(12, few_bytes);
    compare("printf with numbers", formats[below(12)], s, (int)below(40) - 20, random_double(),
            'a' + (int)below(26), random_integer(), (long double)below(1000) / 8);
}

void test_print(void) {
    for (int i = 0; i < CASES; i++) {
        numbered();
        forget();
    }
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 4; k++)
            integers();
        doubles();
        forget();
        long_doubles();
        forget();
        for (int kind = 0; kind < 7; kind++) {
            texts(kind);
            forget();
        }
        mixtures();
        forget();
    }
}
