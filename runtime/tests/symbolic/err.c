// expect: proved
// The functions of err.h with an e end the program, the others do not.
#include <klee/klee.h>
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

static int returns, returned;

static void at_the_end(void) { klee_assert(returns == returned); }

static void listed(unsigned kind, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (kind == 1)
        vwarn(format, list);
    else if (kind == 5)
        vwarnx(format, list);
    else if (kind == 3)
        verr(0, format, list);
    else
        verrx(0, format, list);
    va_end(list);
}

int main(void) {
    unsigned kind;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    klee_assume(kind < 8);
    atexit(at_the_end);
    returns = kind % 4 < 2;
    errno = ENOENT;
    if (kind == 0)
        warn("%u", kind);
    else if (kind == 2)
        err(0, NULL);
    else if (kind == 4)
        warnx("%u", kind);
    else if (kind == 6)
        errx(0, "%s", "text");
    else
        listed(kind, "%u", kind);
    returned = 1;
    return 0;
}
