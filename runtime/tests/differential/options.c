/* getopt and its long forms: every call on a random command line, and the
 * order in which the arguments are left; the C locale's wide characters. */
#define _GNU_SOURCE
#include "differential.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
MODEL(mbsinit);
MODEL(mbrtowc);
MODEL(wcrtomb);
MODEL(btowc);
MODEL(wctob);
MODEL(wcslen);
MODEL(wcwidth);
MODEL(iswprint);
MODEL(iswspace);
MODEL(iswalpha);
MODEL(iswdigit);
MODEL(iswalnum);
MODEL(towlower);
MODEL(towupper);
MODEL(nl_langinfo);
MODEL(error);
MODEL(err);
MODEL(errx);
MODEL(verr);
MODEL(verrx);
MODEL(warn);
MODEL(warnx);
MODEL(vwarn);
MODEL(vwarnx);
MODEL(__freading);
extern int epm_optind, epm_opterr, epm_optopt;
extern char *epm_optarg, *epm_program_invocation_name, *epm_program_invocation_short_name;
extern FILE *epm_stdin, *epm_stdout;
extern int *epm___errno_location(void);

static int flag_value;
static const struct option all[] = {
    {"alpha", no_argument, NULL, 'a'},        {"beta", required_argument, NULL, 'b'},
    {"gamma", optional_argument, NULL, 'c'},  {"alphabet", no_argument, NULL, 'A'},
    {"flag", no_argument, &flag_value, 1234}, {"b", no_argument, NULL, 'x'},
    {"delta", no_argument, NULL, 'd'},        {"delto", no_argument, NULL, 'd'},
    {NULL, 0, NULL, 0}};

static void commands(void) {
    static const char *const pieces[] = {
        "-a",      "-b",       "-c",      "-ab",    "-bval",   "-cval",   "--",        "-",
        "file",    "other",    "--alpha", "--al",   "--beta",  "--beta=x", "--gamma", "--gamma=y",
        "--alphab", "--flag",  "--b",     "--none", "--alpha=z", "-x",    "-:",        "--del",
        "-alpha",  "-beta=q",  ""};
    static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "a", "+:b:"};
    char *a[10] = {"program"}, *b[10] = {"program"};
    int n = 1 + (int)below(7), kind = (int)below(3);
    for (int i = 1; i < n; i++)
        a[i] = b[i] = (char *)pieces[below(27)];
    const char *optstring = letters[below(6)];
    static const char *const names[] = {"getopt", "getopt_long", "getopt_long_only"};
    optind = epm_optind = 0;
    opterr = epm_opterr = 0;
    for (int k = 0; k < 20; k++) {
        int at_a = -1, at_b = -1, x, y, flag_a, flag_b;
        flag_value = 0;
        x = kind == 0   ? getopt(n, a, optstring)
            : kind == 1 ? getopt_long(n, a, optstring, all, &at_a)
                        : getopt_long_only(n, a, optstring, all, &at_a);
        flag_a = flag_value;
        flag_value = 0;
        y = kind == 0   ? epm_getopt(n, b, optstring)
            : kind == 1 ? epm_getopt_long(n, b, optstring, all, &at_b)
                        : epm_getopt_long_only(n, b, optstring, all, &at_b);
        flag_b = flag_value;
        int same = x == y && optind == epm_optind && optarg == epm_optarg && at_a == at_b &&
                   flag_a == flag_b && memcmp(a, b, sizeof a) == 0 &&
                   (x != '?' || optopt == epm_optopt);
        check(names[kind], same, "%s %s %s %s %s (%s): %d %d, at %d %d, %s %s", a[0],
              show_string(a[1]), show_string(a[2]), show_string(a[3]), show_string(a[4]), optstring,
              x, y, optind, epm_optind, show_string(optarg), show_string(epm_optarg));
        if (x == -1 || y == -1 || !same)
            break;
    }
}

static void wide(void) {
    wchar_t x = 7, y = 7;
    mbstate_t s = {0}, t = {0};
    const char *text = random_string(2, any_bytes);
    size_t n = below((unsigned)strlen(text) + 2);
    errno = *epm___errno_location() = 0;
    size_t p = mbrtowc(&x, text, n, &s), q = epm_mbrtowc(&y, text, n, &t);
    /* Newer systems take bytes above 127 too. */
    int plain = n == 0 || (unsigned char)text[0] < 128;
    check("mbrtowc", !plain || (p == q && x == y && errno == *epm___errno_location()),
          "%s %zu: %zu %zu", show_string(text), n, p, q);
    check("mbsinit", !mbsinit(&s) == !epm_mbsinit(&t) || !plain, "%zu", n);
    int c = (int)below(200) - 2;
    char to_a[8] = "", to_b[8] = "";
    if (c >= 0 && c < 128) {
        p = wcrtomb(to_a, c, &s);
        q = epm_wcrtomb(to_b, c, &t);
    } else {
        p = q = (size_t)-1;
    }
    check("wcrtomb", p == q && to_a[0] == to_b[0], "%d", c);
    int ascii = c < 128;
    wint_t w = (wint_t)c;
    check("btowc", !ascii || btowc(c) == epm_btowc(c), "%d", c);
    check("wctob", !ascii || wctob(w) == epm_wctob(w), "%d", c);
    check("wcwidth", !ascii || c < 0 || wcwidth(c) == epm_wcwidth(c), "%d", c);
    check("iswprint", !iswprint(w) == !epm_iswprint(w), "%d", c);
    check("iswspace", !iswspace(w) == !epm_iswspace(w), "%d", c);
    check("iswalpha", !iswalpha(w) == !epm_iswalpha(w), "%d", c);
    check("iswdigit", !iswdigit(w) == !epm_iswdigit(w), "%d", c);
    check("iswalnum", !iswalnum(w) == !epm_iswalnum(w), "%d", c);
    check("towlower", towlower(w) == epm_towlower(w), "%d", c);
    check("towupper", towupper(w) == epm_towupper(w), "%d", c);
    static const wchar_t wide_text[] = L"some wide text";
    const wchar_t *from = wide_text + below(15);
    check("wcslen", wcslen(from) == epm_wcslen(from), "%zu", wcslen(from));
    static const int items[] = {CODESET, RADIXCHAR, THOUSEP, YESEXPR, NOEXPR};
    int item = items[below(5)];
    check("nl_langinfo", strcmp(nl_langinfo(item), epm_nl_langinfo(item)) == 0, "%x: %s %s",
          (unsigned)item, nl_langinfo(item), epm_nl_langinfo(item));
    check("__freading", epm___freading(epm_stdin) && !epm___freading(epm_stdout), "wrong");
}

static void messages(void) {
    const char *s = random_string(8, few_bytes);
    int number = once_in(3) ? 0 : (int)below(40), status = (int)below(3);
    char want[200];
    sprintf(want, "%s: %s: %d%s%s\n", epm_program_invocation_name, s, number,
            number != 0 ? ": " : "", number != 0 ? strerror(number) : "");
    output_clear();
    expect_end(1);
    ended_with = 0;
    if (setjmp(end_of_program) == 0)
        epm_error(status, number, "%s: %d", s, number);
    expect_end(0);
    check("error", ended_with == status && output_size(2) == strlen(want) &&
                       memcmp(output_bytes(2), want, strlen(want)) == 0,
          "%s", show_string(want));
}

typedef void (*without_status)(const char *, va_list);
typedef void (*with_status)(int, const char *, va_list);

static void listed(without_status f, const char *format, ...) {
    va_list list;
    va_start(list, format);
    f(format, list);
    va_end(list);
}

static void listed_with(with_status f, int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    f(status, format, list);
    va_end(list);
}

/* err.h: what the system's warn and warnx write is what all of its functions
 * write; those that end the program end it with the status. */
static void complaints(void) {
    static char wanted[200];
    static FILE *into;
    if (!into)
        into = fmemopen(wanted, sizeof wanted, "w");
    program_invocation_short_name = epm_program_invocation_short_name;
    const char *s = random_string(8, few_bytes), *format = once_in(8) ? NULL : "%s, %d";
    int number = (int)below(140), status = (int)below(256);
    static const char *const names[] = {"warn", "vwarn",  "err",  "verr",
                                        "warnx", "vwarnx", "errx", "verrx"};
    for (int kind = 0; kind < 8; kind++) {
        FILE *own = stderr;
        rewind(into);
        stderr = into;
        errno = number;
        if (kind < 4)
            warn(format, s, number);
        else
            warnx(format, s, number);
        long size = ftell(into);
        fflush(into);
        stderr = own;
        output_clear();
        expect_end(1);
        ended_with = -1;
        *epm___errno_location() = number;
        if (setjmp(end_of_program) == 0) {
            switch (kind) {
            case 0: epm_warn(format, s, number); break;
            case 1: listed(epm_vwarn, format, s, number); break;
            case 2: epm_err(status, format, s, number); break;
            case 3: listed_with(epm_verr, status, format, s, number); break;
            case 4: epm_warnx(format, s, number); break;
            case 5: listed(epm_vwarnx, format, s, number); break;
            case 6: epm_errx(status, format, s, number); break;
            default: listed_with(epm_verrx, status, format, s, number); break;
            }
        }
        expect_end(0);
        int ends = kind % 4 >= 2;
        check(names[kind], ended_with == (ends ? status : -1) && (long)output_size(2) == size &&
                               memcmp(output_bytes(2), wanted, (size_t)size) == 0,
              "%d: %s", number, show_string(wanted));
    }
}

void test_options(void) {
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 4; k++)
            commands();
        wide();
        messages();
        complaints();
        forget();
    }
}
