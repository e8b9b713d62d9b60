/* Reading and writing streams: a random sequence of calls on the same bytes,
 * against a memory stream of the system. */
#define _GNU_SOURCE
#include "differential.h"

MODEL(fgetc);
MODEL(getchar);
MODEL(fgets);
MODEL(ungetc);
MODEL(feof);
MODEL(ferror);
MODEL(clearerr);
MODEL(fread);
MODEL(getline);
MODEL(getdelim);
MODEL(fputc);
MODEL(putchar);
MODEL(fputs);
MODEL(puts);
MODEL(fwrite);
MODEL(perror);
MODEL(fflush);
MODEL(setvbuf);
extern int epm_getc(FILE *), epm_putc(int, FILE *);
extern int epm___uflow(FILE *), epm___overflow(FILE *, int);
extern int *epm___errno_location(void);
extern FILE *epm_stdin, *epm_stdout, *epm_stderr;

static void one_read(FILE *file, int *pushed) {
    char a[32], b[32];
    memset(a, 7, sizeof a);
    memset(b, 7, sizeof b);
    int x, y;
    size_t n = below(11), m = 1 + below(3);
    switch (below(8)) {
    case 0:
        x = fgetc(file);
        y = once_in(2) ? epm_fgetc(epm_stdin) : epm_getchar();
        check("fgetc", x == y, "%d %d", x, y);
        *pushed = 0;
        break;
    case 1:
        x = fgetc(file);
        y = once_in(2) ? epm_getc(epm_stdin) : epm___uflow(epm_stdin);
        check("getc", x == y, "%d %d", x, y);
        *pushed = 0;
        break;
    case 2: {
        char *p = fgets(a, (int)n, file), *q = epm_fgets(b, (int)n, epm_stdin);
        check("fgets", (p == NULL) == (q == NULL) && memcmp(a, b, 32) == 0, "%zu: %s %s", n,
              show(a, 12), show(b, 12));
        if (n > 1)
            *pushed = 0;
        break;
    }
    case 3:
        /* One character may always be put back. */
        if (*pushed)
            return;
        x = once_in(5) ? EOF : (int)below(256);
        y = epm_ungetc(x, epm_stdin);
        check("ungetc", ungetc(x, file) == y, "%d %d", x, y);
        *pushed = x != EOF;
        break;
    case 4: {
        size_t p = fread(a, m, n, file), q = epm_fread(b, m, n, epm_stdin);
        check("fread", p == q && memcmp(a, b, 32) == 0, "%zu of %zu: %zu %zu", n, m, p, q);
        if (n > 0)
            *pushed = 0;
        break;
    }
    case 5:
    case 6: {
        char *line_a = NULL, *line_b = once_in(2) ? NULL : malloc(1);
        size_t size_a = 0, size_b = line_b != NULL;
        int delimiter = once_in(2) ? '\n' : 'a';
        ssize_t p = getdelim(&line_a, &size_a, delimiter, file);
        ssize_t q = delimiter == '\n' && once_in(2)
                        ? epm_getline(&line_b, &size_b, epm_stdin)
                        : epm_getdelim(&line_b, &size_b, delimiter, epm_stdin);
        check("getdelim", p == q && (p < 0 || memcmp(line_a, line_b, (size_t)p + 1) == 0) &&
                              (ssize_t)size_b > q,
              "%zd %zd", p, q);
        free(line_a);
        free(line_b);
        *pushed = 0;
        break;
    }
    default:
        check("feof", !feof(file) == !epm_feof(epm_stdin), "%d %d", feof(file),
              epm_feof(epm_stdin));
        check("ferror", !ferror(file) == !epm_ferror(epm_stdin), "%d", ferror(file));
        if (once_in(4)) {
            clearerr(file);
            epm_clearerr(epm_stdin);
        }
    }
}

static void reading(void) {
    static char text[1200];
    size_t n = 1 + (once_in(10) ? below(1000) : below(60));
    for (size_t i = 0; i < n; i++)
        text[i] = "ab\ncdefg\377h"[below(10)];
    FILE *file = fmemopen(text, n, "r");
    while (epm_getchar() != EOF)
        ;
    epm_clearerr(epm_stdin);
    input_is(text, n);
    int pushed = 0;
    for (int i = 0; i < 40; i++)
        one_read(file, &pushed);
    fclose(file);
}

#define WRITTEN(name, descriptor, result_a, call, expected, size)                                  \
    do {                                                                                           \
        output_clear();                                                                            \
        long p = (long)(result_a), q = (long)(call);                                               \
        check(name,                                                                                \
              p == q && output_size(descriptor) == (size) &&                                       \
                  memcmp(output_bytes(descriptor), expected, size) == 0,                           \
              "%s: %ld %ld", show(expected, size), p, q);                                          \
    } while (0)

static void writing(void) {
    const char *s = random_string(20, any_bytes);
    size_t n = strlen(s);
    char line[64];
    char c = (char)random_bits();
    sprintf(line, "%s\n", s);
    WRITTEN("fputc", 2, (unsigned char)c, epm_fputc(c, epm_stderr), &c, 1);
    WRITTEN("putc", 1, (unsigned char)c, epm_putc(c, epm_stdout), &c, 1);
    WRITTEN("putchar", 1, (unsigned char)c, epm_putchar(c), &c, 1);
    WRITTEN("__overflow", 1, (unsigned char)c, epm___overflow(epm_stdout, c), &c, 1);
    WRITTEN("fputs", 2, 1, epm_fputs(s, epm_stderr), s, n);
    WRITTEN("puts", 1, (int)n + 1, epm_puts(s), line, n + 1);
    WRITTEN("fwrite", 1, n, epm_fwrite(s, 1, n, epm_stdout), s, n);
    WRITTEN("fwrite", 1, n > 1 ? n / 2 : 0, epm_fwrite(s, 2, n / 2, epm_stdout), s, n / 2 * 2);
    int error = (int)below(140);
    char message[200];
    const char *prefix = once_in(3) ? NULL : s;
    sprintf(message, "%s%s%s\n", prefix && *prefix ? prefix : "", prefix && *prefix ? ": " : "",
            strerror(error));
    *epm___errno_location() = error;
    WRITTEN("perror", 2, 0, (epm_perror(prefix), 0), message, strlen(message));
    check("fflush", epm_fflush(once_in(2) ? NULL : epm_stdout) == 0, "not 0");
    int mode = (int)below(5) - 1;
    check("setvbuf", !setvbuf(stdin, NULL, mode, 0) == !epm_setvbuf(epm_stdin, NULL, mode, 0), "%d",
          mode);
    check("writing to stdin", epm_fputc('x', epm_stdin) == EOF && epm_ferror(epm_stdin), "no error");
    epm_clearerr(epm_stdin);
    check("reading from stdout", epm_fgetc(epm_stdout) == EOF && epm_ferror(epm_stdout),
          "no error");
    epm_clearerr(epm_stdout);
}

void test_stream(void) {
    for (int i = 0; i < CASES; i++) {
        reading();
        writing();
        forget();
    }
}
