// expect: proved
// flags: --stdin 2
// flags: -- -fno-builtin
// All names of scanf read the same number.
#define _GNU_SOURCE
#include "choose.h"
#include <stdarg.h>
#include <stdio.h>

/* The headers give some of these other names. */
#define NAMED(name) __asm__(#name)
extern int old_scanf(const char *, ...) NAMED(scanf);
extern int old_fscanf(FILE *, const char *, ...) NAMED(fscanf);
extern int old_sscanf(const char *, const char *, ...) NAMED(sscanf);
extern int old_vscanf(const char *, va_list) NAMED(vscanf);
extern int old_vfscanf(FILE *, const char *, va_list) NAMED(vfscanf);
extern int old_vsscanf(const char *, const char *, va_list) NAMED(vsscanf);

#define FAMILY(prefix)                                                                             \
    extern int prefix##scanf(const char *, ...), prefix##fscanf(FILE *, const char *, ...);        \
    extern int prefix##sscanf(const char *, const char *, ...);                                    \
    extern int prefix##vscanf(const char *, va_list);                                              \
    extern int prefix##vfscanf(FILE *, const char *, va_list);                                     \
    extern int prefix##vsscanf(const char *, const char *, va_list);
FAMILY(__isoc99_)
FAMILY(__isoc23_)

static int lists(unsigned which, const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = which == 0   ? old_vscanf(format, list)
            : which == 1 ? old_vfscanf(stdin, format, list)
            : which == 2 ? __isoc99_vscanf(format, list)
            : which == 3 ? __isoc99_vfscanf(stdin, format, list)
            : which == 4 ? __isoc23_vscanf(format, list)
            : which == 5 ? __isoc23_vfscanf(stdin, format, list)
            : which == 6 ? old_vsscanf(text, format, list)
            : which == 7 ? __isoc99_vsscanf(text, format, list)
                         : __isoc23_vsscanf(text, format, list);
    va_end(list);
    return n;
}

int main(void) {
    char text[3];
    int got = -1, n;
    unsigned which = choose(18, "name");
    klee_make_symbolic(text, sizeof text, "text");
    text[2] = 0;
    switch (which) {
    case 0:
        n = old_scanf("%1d", &got);
        break;
    case 1:
        n = old_fscanf(stdin, "%1d", &got);
        break;
    case 2:
        n = __isoc99_scanf("%1d", &got);
        break;
    case 3:
        n = __isoc99_fscanf(stdin, "%1d", &got);
        break;
    case 4:
        n = __isoc23_scanf("%1d", &got);
        break;
    case 5:
        n = __isoc23_fscanf(stdin, "%1d", &got);
        break;
    case 6:
        n = old_sscanf(text, "%1d", &got);
        break;
    case 7:
        n = __isoc99_sscanf(text, "%1d", &got);
        break;
    case 8:
        n = __isoc23_sscanf(text, "%1d", &got);
        break;
    default:
        n = lists(which - 9, text, "%1d", &got);
    }
    klee_assert(n == 1 ? got >= 0 && got <= 9 : got == -1);
    int from_text = which >= 15 || (which >= 6 && which <= 8);
    if (from_text) {
        if (text[0] >= '0' && text[0] <= '9')
            klee_assert(n == 1 && got == text[0] - '0');
        if (text[0] == ' ' && text[1] >= '0' && text[1] <= '9')
            klee_assert(n == 1 && got == text[1] - '0');
        if (text[0] == 0)
            klee_assert(n == EOF);
        if (text[0] == 'x')
            klee_assert(n == 0);
    }
    return 0;
}
