/* The other names of functions: glibc's underlined, checked and unlocked
 * variants, and what else only delegates. Each is compared under its own name,
 * so that `differential.rs` can demand every public one. */
#define _GNU_SOURCE
#include "differential.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

extern FILE *epm_stdin, *epm_stdout, *epm_stderr;
extern int *epm___errno_location(void);
extern void epm_clearerr(FILE *);
extern int epm_ferror(FILE *), epm_feof(FILE *), epm_getchar(void);

/* ---- blocks and strings ---- */

extern void *epm___memcpy_chk(void *, const void *, size_t, size_t);
extern void *epm___memmove_chk(void *, const void *, size_t, size_t);
extern void *epm___memset_chk(void *, int, size_t, size_t);
extern void *epm___mempcpy_chk(void *, const void *, size_t, size_t);
extern void *epm___mempcpy(void *, const void *, size_t);
extern char *epm___strcpy_chk(char *, const char *, size_t);
extern char *epm___stpcpy_chk(char *, const char *, size_t);
extern char *epm___strncpy_chk(char *, const char *, size_t, size_t);
extern char *epm___strcat_chk(char *, const char *, size_t);
extern char *epm___stpcpy(char *, const char *);
extern char *epm___strdup(const char *), *epm___strndup(const char *, size_t);
extern char *epm___strtok_r(char *, const char *, char **);
extern void epm_cfree(void *);

#define ROOM 64
static char a[ROOM], b[ROOM];

/* Both calls change equal buffers; the results are offsets. */
#define COPY(name, system, model)                                                                  \
    do {                                                                                           \
        for (int k = 0; k < ROOM; k++)                                                             \
            a[k] = b[k] = (char)random_bits();                                                     \
        a[3] = b[3] = 0;                                                                           \
        ptrdiff_t x = (char *)(system) - a, y = (char *)(model) - b;                               \
        check(name, x == y && memcmp(a, b, ROOM) == 0, "%s %zu: %td %td", show_string(s), n, x,    \
              y);                                                                                  \
    } while (0)

static void strings(void) {
    const char *s = random_string(20, once_in(3) ? any_bytes : few_bytes);
    size_t length = strlen(s), n = below((unsigned)length + 1), to = below(10), from = below(10);
    COPY("__memcpy_chk", memcpy(a, s, n), epm___memcpy_chk(b, s, n, ROOM));
    COPY("__memmove_chk", memmove(a + to, a + from, n),
         epm___memmove_chk(b + to, b + from, n, ROOM - to));
    COPY("__memset_chk", memset(a, (int)n, n), epm___memset_chk(b, (int)n, n, ROOM));
    COPY("__mempcpy", mempcpy(a, s, n), epm___mempcpy(b, s, n));
    COPY("__mempcpy_chk", mempcpy(a, s, n), epm___mempcpy_chk(b, s, n, ROOM));
    COPY("__strcpy_chk", strcpy(a, s), epm___strcpy_chk(b, s, ROOM));
    COPY("__stpcpy", stpcpy(a, s), epm___stpcpy(b, s));
    COPY("__stpcpy_chk", stpcpy(a, s), epm___stpcpy_chk(b, s, ROOM));
    COPY("__strncpy_chk", strncpy(a, s, n + 5), epm___strncpy_chk(b, s, n + 5, ROOM));
    COPY("__strcat_chk", strcat(a, s), epm___strcat_chk(b, s, ROOM));
    char *copy = epm___strdup(s);
    check("__strdup", strcmp(copy, s) == 0, "%s", show_string(s));
    epm_cfree(copy);
    copy = epm___strndup(s, n);
    check("__strndup", strlen(copy) == n && memcmp(copy, s, n) == 0, "%s %zu", show_string(s), n);
    void *null = once_in(2) ? NULL : copy;
    epm_cfree(null);
    if (null == NULL)
        free(copy);
    check("cfree", 1, "frees");
    char *first = exact(s, length + 1), *second = exact(s, length + 1), *rest_a, *rest_b;
    char *x = strtok_r(first, "a,", &rest_a), *y = epm___strtok_r(second, "a,", &rest_b);
    int same = (x == NULL) == (y == NULL);
    while (x != NULL && y != NULL && same) {
        same = x - first == y - second && memcmp(first, second, length + 1) == 0;
        x = strtok_r(NULL, "a,", &rest_a);
        y = epm___strtok_r(NULL, "a,", &rest_b);
        same &= (x == NULL) == (y == NULL);
    }
    check("__strtok_r", same, "%s", show_string(s));
}

/* ---- numbers ---- */

#define INTEGER(name, plain, type)                                                                 \
    extern type epm_##name(const char *, char **, int);                                            \
    static void compare_##name(const char *s, int base) {                                          \
        char *end_a = (char *)s, *end_b = (char *)s;                                               \
        errno = *epm___errno_location() = 0;                                                       \
        type x = plain(s, &end_a, base), y = epm_##name(s, &end_b, base);                          \
        check(#name, x == y && end_a == end_b && errno == *epm___errno_location(), "%s base %d",   \
              show_string(s), base);                                                               \
    }
INTEGER(__isoc23_strtoll, strtoll, long long)
INTEGER(__isoc23_strtoul, strtoul, unsigned long)
INTEGER(__isoc23_strtoull, strtoull, unsigned long long)
INTEGER(__isoc23_strtoimax, strtoimax, intmax_t)
INTEGER(__isoc23_strtoumax, strtoumax, uintmax_t)

extern int epm_isnan(double), epm_isinf(double), epm_finite(double);
extern int __isnan(double), __isinf(double), __finite(double);
#define LONG_ONE(f)                                                                                \
    f(fabs) f(floor) f(ceil) f(trunc) f(round) f(rint) f(nearbyint) f(roundeven) f(sqrt)
#define LONG_TWO(f) f(fmin) f(fmax) f(copysign) f(fmod)
#define DECLARE_LONG(name) extern __typeof__(name##l) epm_##name##l;
LONG_ONE(DECLARE_LONG)
LONG_TWO(DECLARE_LONG)

static int same_long(long double x, long double y) {
    return (x != x && y != y) || (x == y && signbit(x) == signbit(y));
}

#define COMPARE_LONG_ONE(name)                                                                     \
    check(#name "l", same_long(name##l(x), epm_##name##l(x)), "%La", x);
/* Which of two zeros is the smaller, C does not say. */
#define COMPARE_LONG_TWO(name)                                                                     \
    check(#name "l", (x == y && x == 0) || same_long(name##l(x, y), epm_##name##l(x, y)),          \
          "%La %La", x, y);

static void numbers(void) {
    char text[40];
    sprintf(text, "%s%s%lld%s", once_in(4) ? " " : "", once_in(8) ? "+" : "",
            (long long)random_bits() >> below(64), random_string(2, "9ax "));
    const char *s = exact(text, strlen(text) + 1);
    /* 0b is what makes the new names differ: `integers.c` has it. */
    int base = once_in(2) ? 10 : 8 + (int)below(29);
    compare___isoc23_strtoll(s, base);
    compare___isoc23_strtoul(s, base);
    compare___isoc23_strtoull(s, base);
    compare___isoc23_strtoimax(s, base);
    compare___isoc23_strtoumax(s, base);
    /* The variable is one, and only an error changes it. */
    int kept = (int)below(200);
    *epm___errno_location() = errno = kept;
    strtoull(s, NULL, base);
    epm___isoc23_strtoull(s, NULL, base);
    check("__errno_location", *epm___errno_location() == errno, "%s: %d %d", show_string(s), errno,
          *epm___errno_location());
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 0.5, -1.5, 2.5, 1e300};
    uint64_t bits = random_bits();
    double d;
    memcpy(&d, &bits, sizeof d);
    d = once_in(4) ? special[below(9)] : once_in(2) ? (double)(int64_t)bits / 64 : d;
    check("isnan", !__isnan(d) == !epm_isnan(d), "%a", d);
    check("isinf", __isinf(d) == epm_isinf(d), "%a", d);
    check("finite", !__finite(d) == !epm_finite(d), "%a", d);
    long double x = (long double)d * (1 + 0x1p-60L);
    long double y = once_in(3) ? x / 3 : (long double)(int64_t)random_bits() / 1024;
    LONG_ONE(COMPARE_LONG_ONE)
    LONG_TWO(COMPARE_LONG_TWO)
}

/* ---- reading ---- */

#define READ_CHARACTER(f)                                                                          \
    f(fgetc) f(getc) f(fgetc_unlocked) f(getc_unlocked) f(_IO_getc) f(__uflow)
#define DECLARE_READ(name) extern int epm_##name(FILE *);
READ_CHARACTER(DECLARE_READ)
extern int epm_getchar_unlocked(void);
extern char *epm_gets(char *), *epm_fgets_unlocked(char *, int, FILE *);
extern char *epm___fgets_chk(char *, size_t, int, FILE *);
extern size_t epm_fread_unlocked(void *, size_t, size_t, FILE *);
extern size_t epm___fread_chk(void *, size_t, size_t, size_t, FILE *);
extern ssize_t epm_getline(char **, size_t *, FILE *);
extern ssize_t epm___getdelim(char **, size_t *, int, FILE *);
extern int epm_feof_unlocked(FILE *), epm_ferror_unlocked(FILE *);
extern void epm_clearerr_unlocked(FILE *);
extern void epm_flockfile(FILE *), epm_funlockfile(FILE *);

/* What was put back is taken first. */
static void again(const char *text, size_t n) {
    input_is("", 0);
    while (epm_getchar() != EOF)
        ;
    epm_clearerr(epm_stdin);
    input_is(text, n);
}

/* The first line of the input as fgets(…, size) gives it. */
static size_t line_of(const char *text, size_t n, size_t room, char end) {
    size_t k = 0;
    while (k < n && k < room && (k == 0 || text[k - 1] != end))
        k++;
    return k;
}

static void reading(void) {
    char text[24], to[32];
    size_t n = below(20);
    for (size_t i = 0; i < n; i++)
        text[i] = "ab\nc,\377"[below(6)];
    int first = n > 0 ? (unsigned char)text[0] : EOF;
#define CHARACTER(name)                                                                            \
    again(text, n);                                                                                \
    check(#name, epm_##name(epm_stdin) == first, "%s", show(text, n));
    READ_CHARACTER(CHARACTER)
    again(text, n);
    check("getchar_unlocked", epm_getchar_unlocked() == first, "%s", show(text, n));
    again(text, n);
    check("getchar", epm_getchar() == first, "%s", show(text, n));
    check("feof_unlocked", !epm_feof_unlocked(epm_stdin) == (n > 0), "%zu", n);
    check("feof", !epm_feof(epm_stdin) == (n > 0), "%zu", n);
    again("", 0);
    epm_getchar();
    epm_clearerr(epm_stdin);
    check("clearerr", !epm_feof(epm_stdin), "still at the end");
    epm_getchar();
    epm_clearerr_unlocked(epm_stdin);
    check("clearerr_unlocked", !epm_feof(epm_stdin), "still at the end");
    check("ferror_unlocked", !epm_ferror_unlocked(epm_stdin), "an error");

    size_t size = 2 + below(12), k = line_of(text, n, size - 1, '\n');
#define LINE(name, call)                                                                           \
    again(text, n);                                                                                \
    memset(to, 7, sizeof to);                                                                      \
    check(name, (call) == (k > 0 ? to : NULL) && (k == 0 || (memcmp(to, text, k) == 0 && !to[k])), \
          "%zu of %s", size, show(text, n));
    LINE("fgets_unlocked", epm_fgets_unlocked(to, (int)size, epm_stdin))
    LINE("__fgets_chk", epm___fgets_chk(to, sizeof to, (int)size, epm_stdin))
    again(text, n);
    k = line_of(text, n, n, '\n');
    size_t shown = k > 0 && text[k - 1] == '\n' ? k - 1 : k;
    char *got = epm_gets(to);
    check("gets", got == (n > 0 ? to : NULL) && (!n || (!to[shown] && !memcmp(to, text, shown))),
          "%s", show(text, n));

    size_t item = 1 + below(3), count = below(8);
    size_t items = n / item < count ? n / item : count;
    size_t bytes = n < item * count ? n : item * count;
#define ITEMS(name, call)                                                                          \
    again(text, n);                                                                                \
    check(name, (call) == items && memcmp(to, text, bytes) == 0, "%zu of %zu", count, item);
    ITEMS("fread_unlocked", epm_fread_unlocked(to, item, count, epm_stdin))
    ITEMS("__fread_chk", epm___fread_chk(to, sizeof to, item, count, epm_stdin))

    char *line = NULL;
    size_t room = 0;
    k = line_of(text, n, n, ',');
    again(text, n);
    ssize_t length = epm___getdelim(&line, &room, ',', epm_stdin);
    check("__getdelim", length == (k > 0 ? (ssize_t)k : -1) && (!k || !memcmp(line, text, k)), "%s",
          show(text, n));
    k = line_of(text, n, n, '\n');
    again(text, n);
    length = epm_getline(&line, &room, epm_stdin);
    check("getline", length == (k > 0 ? (ssize_t)k : -1) && (!k || !memcmp(line, text, k)), "%s",
          show(text, n));
    free(line);

    again(text, n);
    epm_flockfile(epm_stdin);
    int locked = epm_getchar();
    epm_funlockfile(epm_stdin);
    check("flockfile", locked == first, "another character");
    check("funlockfile", epm_ferror(epm_stdin) == 0, "an error");
    again("", 0);
}

/* ---- writing ---- */

#define WRITE_CHARACTER(f) f(fputc_unlocked) f(putc_unlocked) f(_IO_putc)
#define DECLARE_WRITE(name) extern int epm_##name(int, FILE *);
WRITE_CHARACTER(DECLARE_WRITE)
extern int epm_putchar_unlocked(int), epm_fputs_unlocked(const char *, FILE *);
extern size_t epm_fwrite_unlocked(const void *, size_t, size_t, FILE *);
extern int epm_fflush_unlocked(FILE *), epm_fileno(FILE *), epm_fileno_unlocked(FILE *);
extern void epm_setbuf(FILE *, char *), epm_setbuffer(FILE *, char *, size_t);
extern void epm_setlinebuf(FILE *);

static int wrote(int descriptor, const char *text, size_t n) {
    int same = output_size(descriptor) == n && memcmp(output_bytes(descriptor), text, n) == 0;
    output_clear();
    return same;
}

static void writing(void) {
    const char *s = random_string(12, any_bytes);
    size_t n = strlen(s);
    char c = (char)random_bits();
    output_clear();
#define PUT(name)                                                                                  \
    check(#name, epm_##name(c, epm_stderr) == (unsigned char)c && wrote(2, &c, 1), "%d", c);
    WRITE_CHARACTER(PUT)
    check("putchar_unlocked", epm_putchar_unlocked(c) == (unsigned char)c && wrote(1, &c, 1), "%d",
          c);
    check("fputs_unlocked", epm_fputs_unlocked(s, epm_stdout) >= 0 && wrote(1, s, n), "%s",
          show_string(s));
    check("fwrite_unlocked", epm_fwrite_unlocked(s, 1, n, epm_stdout) == n && wrote(1, s, n), "%s",
          show_string(s));
    epm_setbuf(epm_stdout, once_in(2) ? NULL : a);
    epm_fputs_unlocked(s, epm_stdout);
    check("setbuf", wrote(1, s, n), "%s", show_string(s));
    epm_setbuffer(epm_stdout, a, below(ROOM));
    epm_fputs_unlocked(s, epm_stdout);
    epm_fflush_unlocked(epm_stdout);
    check("setbuffer", wrote(1, s, n), "%s", show_string(s));
    epm_setlinebuf(epm_stdout);
    epm_fputs_unlocked(s, epm_stdout);
    check("fflush_unlocked", epm_fflush_unlocked(once_in(2) ? NULL : epm_stdout) == 0, "not 0");
    check("setlinebuf", wrote(1, s, n), "%s", show_string(s));
    int which = (int)below(3);
    FILE *files[] = {epm_stdin, epm_stdout, epm_stderr};
    check("fileno", epm_fileno(files[which]) == which, "%d", which);
    check("fileno_unlocked", epm_fileno_unlocked(files[which]) == which, "%d", which);
}

/* ---- printf and scanf ---- */

extern int epm_vprintf(const char *, va_list), epm_vfprintf(FILE *, const char *, va_list);
extern int epm_vdprintf(int, const char *, va_list), epm_vsprintf(char *, const char *, va_list);
extern int epm___vprintf_chk(int, const char *, va_list);
extern int epm___vfprintf_chk(FILE *, int, const char *, va_list);
extern int epm___vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int epm___vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int epm___printf_chk(int, const char *, ...), epm___fprintf_chk(FILE *, int, const char *, ...);
extern int epm___sprintf_chk(char *, int, size_t, const char *, ...);

static char want[200];
static int length;

static int to_stream(int n) {
    return n == length && wrote(1, want, (size_t)length);
}

static int to_buffer(int n, const char *text) {
    return n == length && strcmp(text, want) == 0;
}

static void print_lists(const char *format, ...) {
    char text[200];
    va_list list;
#define LIST(name, test)                                                                           \
    va_start(list, format);                                                                        \
    check(name, test, "%s", want);                                                                 \
    va_end(list);
    LIST("vprintf", to_stream(epm_vprintf(format, list)))
    LIST("vfprintf", to_stream(epm_vfprintf(epm_stdout, format, list)))
    LIST("vdprintf", to_stream(epm_vdprintf(1, format, list)))
    LIST("vsprintf", to_buffer(epm_vsprintf(text, format, list), text))
    LIST("__vprintf_chk", to_stream(epm___vprintf_chk(1, format, list)))
    LIST("__vfprintf_chk", to_stream(epm___vfprintf_chk(epm_stdout, 1, format, list)))
    LIST("__vsprintf_chk", to_buffer(epm___vsprintf_chk(text, 1, 200, format, list), text))
    LIST("__vsnprintf_chk", to_buffer(epm___vsnprintf_chk(text, 200, 1, 200, format, list), text))
}

static void printing(void) {
    static const char format[] = "%-8ld|%s|%x %c";
    const char *s = random_string(12, any_bytes);
    long x = (long)random_bits() >> below((unsigned)sizeof(long) * 8);
    unsigned y = (unsigned)random_bits();
    char text[200];
    length = snprintf(want, sizeof want, format, x, s, y, 'x');
    output_clear();
    print_lists(format, x, s, y, 'x');
    check("__printf_chk", to_stream(epm___printf_chk(1, format, x, s, y, 'x')), "%s", want);
    check("__fprintf_chk", to_stream(epm___fprintf_chk(epm_stdout, 1, format, x, s, y, 'x')), "%s",
          want);
    int n = epm___sprintf_chk(text, 1, sizeof text, format, x, s, y, 'x');
    check("__sprintf_chk", to_buffer(n, text), "%s", want);
}

#define SCANS(f) f() f(__isoc99_) f(__isoc23_)
#define DECLARE_SCANS(prefix)                                                                      \
    extern int epm_##prefix##scanf(const char *, ...);                                             \
    extern int epm_##prefix##fscanf(FILE *, const char *, ...);                                    \
    extern int epm_##prefix##sscanf(const char *, const char *, ...);                              \
    extern int epm_##prefix##vscanf(const char *, va_list);                                        \
    extern int epm_##prefix##vfscanf(FILE *, const char *, va_list);                               \
    extern int epm_##prefix##vsscanf(const char *, const char *, va_list);
SCANS(DECLARE_SCANS)

static int results[2], found;
static char words[2][16];

static void scanned(const char *name, const char *text, int n) {
    check(name, n == found && results[0] == results[1] && strcmp(words[0], words[1]) == 0,
          "%s: %d %d", show_string(text), found, n);
    results[1] = -1;
    strcpy(words[1], "-");
    again(text, strlen(text));
}

static void scan_lists(const char *text, const char *format, ...) {
    va_list list;
    int n;
#define SCAN_LIST(name, call)                                                                      \
    va_start(list, format);                                                                        \
    n = call;                                                                                      \
    va_end(list);                                                                                  \
    scanned(name, text, n);
#define SCAN_LISTS(prefix)                                                                         \
    SCAN_LIST(#prefix "vscanf", epm_##prefix##vscanf(format, list))                                \
    SCAN_LIST(#prefix "vfscanf", epm_##prefix##vfscanf(epm_stdin, format, list))                   \
    SCAN_LIST(#prefix "vsscanf", epm_##prefix##vsscanf(text, format, list))
    SCANS(SCAN_LISTS)
}

static void scanning(void) {
    char text[60];
    sprintf(text, "%s%d%s%s", random_string(2, " x"), (int)random_bits() >> below(32),
            random_string(2, ", "), random_string(6, "abc, "));
    results[0] = results[1] = -1;
    strcpy(words[0], "-");
    strcpy(words[1], "-");
    static const char format[] = "%d ,%12[abc]";
    found = sscanf(text, format, &results[0], words[0]);
    again(text, strlen(text));
    scan_lists(text, format, &results[1], words[1]);
#define SCAN_PLAIN(prefix)                                                                         \
    scanned(#prefix "scanf", text, epm_##prefix##scanf(format, &results[1], words[1]));            \
    scanned(#prefix "fscanf", text,                                                                \
            epm_##prefix##fscanf(epm_stdin, format, &results[1], words[1]));                       \
    scanned(#prefix "sscanf", text, epm_##prefix##sscanf(text, format, &results[1], words[1]));
    SCANS(SCAN_PLAIN)
    again("", 0);
}

/* ---- the end of the program ---- */

extern _Noreturn void epm_exit(int), epm_quick_exit(int), epm__Exit(int);
extern int epm_at_quick_exit(void (*)(void));
extern char *epm_secure_getenv(const char *);
extern size_t epm___ctype_get_mb_cur_max(void), __ctype_get_mb_cur_max(void);

static int handled;

static void handler(void) {
    handled++;
}

static void ends(void) {
    int status = (int)random_bits(), handlers = (int)below(4);
#define ENDS(name)                                                                                 \
    if (setjmp(end_of_program) == 0)                                                               \
        epm_##name(status);                                                                        \
    check(#name, ended_with == status, "%d %d", status, ended_with);
    expect_end(1);
    ENDS(exit)
    handled = 0;
    for (int i = 0; i < handlers; i++)
        epm_at_quick_exit(handler);
    ENDS(_Exit)
    int before = handled;
    ENDS(quick_exit)
    expect_end(0);
    check("at_quick_exit", before == 0 && handled == handlers, "%d of %d", handled, handlers);
    const char *name = random_string(3, few_bytes);
    check("secure_getenv", epm_secure_getenv(name) == secure_getenv(name), "%s", name);
    check("__ctype_get_mb_cur_max", epm___ctype_get_mb_cur_max() == __ctype_get_mb_cur_max(), "-");
}

void test_names(void) {
    for (int i = 0; i < CASES; i++) {
        strings();
        numbers();
        reading();
        writing();
        printing();
        scanning();
        ends();
        forget();
    }
}
