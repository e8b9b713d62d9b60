// flags: --entry sum
// expect: unknown
//
// Without --varargs no variable argument is passed: what reads one ends its path
// and is no finding.
#include <stdarg.h>

static int total(int n, va_list list) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, int) & 0xff;
    return s;
}

int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = n > 3 ? -1 : total(n, list);
    va_end(list);
    return s;
}
