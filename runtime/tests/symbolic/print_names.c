// expect: proved
// flags: -- -fno-builtin
// All names of printf: the same characters, the same count.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __vprintf_chk(int, const char *, va_list);
extern int __vfprintf_chk(FILE *, int, const char *, va_list);

static char want[8];
static int length;

/* The same number through everything that takes a list. */
static void lists(int which, const char *format, ...) {
    char text[8] = "", *made = NULL;
    va_list list;
    va_start(list, format);
    int n = which == 0   ? vsprintf(text, format, list)
            : which == 1 ? vsnprintf(text, sizeof text, format, list)
            : which == 2 ? __vsprintf_chk(text, 1, sizeof text, format, list)
            : which == 3 ? __vsnprintf_chk(text, sizeof text, 1, sizeof text, format, list)
            : which == 4 ? vasprintf(&made, format, list)
            : which == 5 ? vprintf(format, list)
            : which == 6 ? vfprintf(stdout, format, list)
            : which == 7 ? vdprintf(1, format, list)
            : which == 8 ? __vprintf_chk(1, format, list)
                         : __vfprintf_chk(stdout, 1, format, list);
    va_end(list);
    klee_assert(n == length);
    if (which < 5)
        klee_assert(strcmp(made != NULL ? made : text, want) == 0);
    free(made);
}

int main(void) {
    signed char value;
    klee_make_symbolic(&value, sizeof value, "value");
    klee_assume(value >= -12 && value < 12);
    int magnitude = value < 0 ? -value : value;
    if (value < 0)
        want[length++] = '-';
    if (magnitude >= 10) {
        want[length++] = '1';
        magnitude -= 10;
    }
    want[length++] = (char)('0' + magnitude);
    want[length++] = '.';
    char text[8], *made;
    klee_assert(sprintf(text, "%d.", value) == length && strcmp(text, want) == 0);
    klee_assert(snprintf(text, 3, "%d.", value) == length && strncmp(text, want, 2) == 0);
    klee_assert(__sprintf_chk(text, 1, sizeof text, "%d.", value) == length);
    klee_assert(strcmp(text, want) == 0);
    klee_assert(__snprintf_chk(text, 8, 1, sizeof text, "%d.", value) == length);
    klee_assert(strcmp(text, want) == 0);
    klee_assert(asprintf(&made, "%d.", value) == length && strcmp(made, want) == 0);
    free(made);
    klee_assert(printf("%d.", value) == length && fprintf(stdout, "%d.", value) == length);
    klee_assert(dprintf(1, "%d.", value) == length && __printf_chk(1, "%d.", value) == length);
    klee_assert(__fprintf_chk(stdout, 1, "%d.", value) == length);
    for (int i = 0; i < 10; i++)
        lists(i, "%d.", value);
    return 0;
}
