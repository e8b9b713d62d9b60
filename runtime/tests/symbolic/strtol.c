// expect: proved
// strtol: the end lies in the string, the value fits the base, no error.
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[4], *end;
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    errno = 0;
    long value = strtol(s, &end, 16);
    klee_assert(end >= s && end <= s + 3 && errno == 0);
    klee_assert(value >= -0xff && value <= 0xfff);
    if (end == s)
        klee_assert(value == 0);
    unsigned long magnitude = strtoul(s, NULL, 16);
    klee_assert(magnitude == (unsigned long)value);
    return 0;
}
