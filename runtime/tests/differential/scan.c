/* The scanf family: formats and inputs that nearly fit each other. */
#define _GNU_SOURCE
#include "differential.h"

#include <stdarg.h>
#include <wchar.h>

#undef sscanf
#undef vsscanf
MODEL(sscanf);
MODEL(vsscanf);
MODEL(vfscanf);
extern int epm_scanf(const char *, ...), epm_fscanf(FILE *, const char *, ...);
extern int epm___isoc99_sscanf(const char *, const char *, ...);
extern int epm_getc(FILE *);
extern void epm_clearerr(FILE *);
extern FILE *epm_stdin;

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

static int call_system(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = vsscanf(text, format, list);
    va_end(list);
    return result;
}

static int call_model(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = epm_vsscanf(text, format, list);
    va_end(list);
    return result;
}

static int call_system_stream(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = vfscanf(file, format, list);
    va_end(list);
    return result;
}

static int call_model_stream(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = epm_vfscanf(epm_stdin, format, list);
    va_end(list);
    return result;
}

/* Every argument is room for anything. */
#define ROOM 80
static char places[2][5][ROOM] __attribute__((aligned(16)));
#define ALL(p) p[0], p[1], p[2], p[3], p[4]

static char *add_conversion(char *to, int *floats) {
    static const char *const sizes[] = {"", "", "", "hh", "h", "l", "ll", "j", "z", "t"};
    static const char *const sets[] = {"[a-c]", "[^,]", "[]a]", "[^]a]", "[a-]", "[-a]", "[0-9x]",
                                       "[^-a]", "[c-a]", "[ab,1]"};
    *to++ = '%';
    if (once_in(6))
        *to++ = '*';
    int width = once_in(3);
    unsigned kind = below(8);
    if (width || kind == 4)
        to += sprintf(to, "%u", below(kind == 4 ? 5 : 9) + 1);
    switch (kind) {
    case 0:
    case 1:
    case 2:
        to += sprintf(to, "%s%c", sizes[below(10)], "diuoxX"[below(6)]);
        break;
    case 3:
        to += sprintf(to, "s");
        break;
    case 4:
        to += sprintf(to, "c");
        break;
    case 5:
        to += sprintf(to, "%s", sets[below(10)]);
        break;
    case 6:
        *floats = 1;
        to += sprintf(to, "%s%c", once_in(3) ? "" : once_in(2) ? "l" : "L", "efga"[below(4)]);
        break;
    default:
        to += sprintf(to, once_in(4) ? "p" : "d");
    }
    return to;
}

static const char *make_format(int *floats) {
    char format[200];
    char *to = format;
    unsigned n = 1 + below(3);
    for (unsigned i = 0; i < n; i++) {
        if (once_in(3))
            to += sprintf(to, "%s", once_in(2) ? " " : once_in(2) ? "," : once_in(2) ? "%%" : "a");
        to = add_conversion(to, floats);
    }
    if (once_in(4))
        to += sprintf(to, "%%*c");
    if (once_in(2))
        to += sprintf(to, once_in(2) ? "%%n" : " %%n");
    else if (once_in(3))
        to += sprintf(to, once_in(2) ? " " : "x");
    return exact(format, (size_t)(to - format) + 1);
}

static const char *make_input(void) {
    static const char *const words[] = {
        "12",  "-7",   "+3",    "0x1f", "0x",   "0xg", "017",  "08",   "2147483648", "abc",
        "cab", "1.5",  "-.5e3", "1e",   "1e+",  "inf", "nan",  "infx", "infinity",   "in",
        "0x1.8p3",     "0x.p",  "-",    "+",    ".",   "1.2.3", "99999999999999999999", ",",
        "%",   "a",    "-0",    "0",    "00x1", "(nil)", "0xdeadbeef", "(nix", "-0x8", "1e5e5",
        "0x1p", "0x1p-", "-inf", "+nan", "e5", "infini"};
    char text[200] = "";
    char *to = text;
    unsigned n = below(5);
    for (unsigned i = 0; i < n; i++) {
        if (once_in(2))
            to += sprintf(to, "%s", random_string(2, " \t\n"));
        if (once_in(6))
            to += sprintf(to, "%s", random_string(6, "0123456789abcx.-+, %e"));
        else
            to += sprintf(to, "%s", words[below(sizeof words / sizeof words[0])]);
        if (once_in(3))
            to += sprintf(to, once_in(2) ? "," : " ");
    }
    return exact(text, (size_t)(to - text) + 1);
}

static int places_differ(void) {
    for (int i = 0; i < 5; i++)
        if (memcmp(places[0][i], places[1][i], ROOM) != 0)
            return i + 1;
    return 0;
}

static void text_case(const char *format, const char *text, const char *name) {
    memset(places, 7, sizeof places);
    int x = call_system(text, format, ALL(places[0]));
    int y = call_model(text, format, ALL(places[1]));
    int differ = places_differ();
    check(name, x == y && !differ, "%s of %s: %d %d, place %d: %s %s", show_string(format),
          show_string(text), x, y, differ, show(places[0][differ ? differ - 1 : 0], 16),
          show(places[1][differ ? differ - 1 : 0], 16));
}

/* From a stream, what remains to be read counts too. */
static void stream_case(const char *format, const char *text) {
    size_t n = strlen(text);
    if (n == 0)
        return;
    memset(places, 7, sizeof places);
    FILE *file = fmemopen((void *)text, n, "r");
    int x = call_system_stream(file, format, ALL(places[0]));
    epm_clearerr(epm_stdin);
    input_is(text, n);
    int y = call_model_stream(format, ALL(places[1]));
    int same = x == y && !places_differ();
    int c, d;
    do {
        c = getc(file);
        d = epm_getc(epm_stdin);
        same &= c == d;
    } while (c != EOF && d != EOF);
    while (d != EOF)
        d = epm_getc(epm_stdin);
    fclose(file);
    check("vfscanf", same, "%s of %s: %d %d", show_string(format), show_string(text), x, y);
}

/* %m: the blocks hold the same text, or both are null. Wide characters into
 * the places. Arguments by number, in another order. */
static void rare_case(void) {
    static const char *const formats[] = {"%ms%m[a-c]%mc",  "%4ms,%3mc",     "%m[^,],%ms",
                                          "%mS%2mC",        "%mls%ml[a-z]",  " %m[0-9]%n",
                                          "%2mc%ms",        "%3ml[^x]%2mlc"};
    static const char *const wide[] = {"%ls %3lc", "%l[a-c]%ls", "%S%C", "%2ls%l[^,]", "%5lc%ls"};
    const char *text = make_input(), *format = formats[below(8)];
    const char *wide_format = wide[below(5)];
    /* In %l[ glibc skips the place of a byte that is no character. */
    if (once_in(8) && strstr(format, "l[") == NULL && strstr(wide_format, "l[") == NULL)
        text = random_string(20, any_bytes);
    char *a[5], *b[5];
    for (int i = 0; i < 5; i++)
        a[i] = b[i] = (char *)&places[0];
    int x = call_system(text, format, &a[0], &a[1], &a[2], &a[3], &a[4]);
    int y = call_model(text, format, &b[0], &b[1], &b[2], &b[3], &b[4]);
    int same = x == y;
    int is_wide = strchr(format, 'l') != NULL || strchr(format, 'S') != NULL;
    for (int i = 0; i < 3; i++) {
        int untouched = a[i] == (char *)&places[0];
        same &= untouched ? b[i] == a[i] || b[i] == NULL : (a[i] == NULL) == (b[i] == NULL);
        /* What %c gives has no end, and its size follows from the format. */
        if (same && !untouched && a[i] != NULL && strstr(format, "c") == NULL &&
            strstr(format, "C") == NULL && strstr(format, "%n") == NULL)
            same &= is_wide ? wcscmp((wchar_t *)a[i], (wchar_t *)b[i]) == 0
                            : strcmp(a[i], b[i]) == 0;
        int number = strstr(format, "%n") != NULL && i == 1;
        if (!untouched && !number)
            free(a[i]);
        if (b[i] != (char *)&places[0] && !number)
            free(b[i]);
    }
    check("sscanf of %m", same, "%s of %s: %d %d", show_string(format), show_string(text), x, y);
    text_case(wide_format, text, "sscanf of wide characters");
    text_case(once_in(2) ? "%2$d %1$x" : "%3$s%1$n%2$c", text, "sscanf with numbers");
}

void test_scan(void) {
    for (int i = 0; i < CASES; i++) {
        rare_case();
        forget();
    }
    for (int i = 0; i < 5 * CASES; i++) {
        int floats = 0;
        const char *format = make_format(&floats), *text = make_input();
        text_case(format, text, floats ? "sscanf of floats" : "vsscanf");
        stream_case(format, text);
        forget();
    }
    for (int i = 0; i < CASES; i++) {
        int a = -1, b = -1, c = -1, d = -1;
        const char *text = make_input();
        int x = sscanf(text, "%d,%x", &a, &b), y = epm_sscanf(text, "%d,%x", &c, &d);
        check("sscanf", x == y && a == c && b == d, "%s", show_string(text));
        c = d = -1;
        y = epm___isoc99_sscanf(text, "%d,%x", &c, &d);
        check("__isoc99_sscanf", x == y && a == c && b == d, "%s", show_string(text));
        c = d = -1;
        epm_clearerr(epm_stdin);
        input_is(text, strlen(text));
        y = once_in(2) ? epm_scanf("%d,%x", &c, &d) : epm_fscanf(epm_stdin, "%d,%x", &c, &d);
        check("scanf", x == y && a == c && b == d, "%s", show_string(text));
        while (epm_getc(epm_stdin) != EOF)
            ;
        forget();
    }
}
