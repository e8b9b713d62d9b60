// expect: proved
// flags: -- -fno-builtin
// All functions that read an integer agree with one loop over the digits.
#define _GNU_SOURCE
#include "choose.h"
#include <inttypes.h>
#include <stdlib.h>

extern long __isoc23_strtol(const char *, char **, int);
extern long long __isoc23_strtoll(const char *, char **, int);
extern unsigned long __isoc23_strtoul(const char *, char **, int);
extern unsigned long long __isoc23_strtoull(const char *, char **, int);
extern intmax_t __isoc23_strtoimax(const char *, char **, int);
extern uintmax_t __isoc23_strtoumax(const char *, char **, int);

int main(void) {
    char s[4], *end = s;
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    klee_assume((s[0] == '-') | ((s[0] >= '0') & (s[0] <= '9')));
    int i = s[0] == '-', digits = 0;
    long long want = 0;
    for (; s[i] >= '0' && s[i] <= '9'; i++, digits++)
        want = want * 10 + (s[i] - '0');
    want = s[0] == '-' ? -want : want;
    i = digits > 0 ? i : 0;
    long long got;
    switch (choose(18, "name")) {
    case 0:
        got = strtol(s, &end, 10);
        break;
    case 1:
        got = strtoll(s, &end, 10);
        break;
    case 2:
        got = (long)strtoul(s, &end, 10);
        break;
    case 3:
        got = (long long)strtoull(s, &end, 10);
        break;
    case 4:
        got = strtoq(s, &end, 10);
        break;
    case 5:
        got = (long long)strtouq(s, &end, 10);
        break;
    case 6:
        got = strtoimax(s, &end, 10);
        break;
    case 7:
        got = (long long)strtoumax(s, &end, 10);
        break;
    case 8:
        got = __isoc23_strtol(s, &end, 10);
        break;
    case 9:
        got = __isoc23_strtoll(s, &end, 10);
        break;
    case 10:
        got = (long)__isoc23_strtoul(s, &end, 10);
        break;
    case 11:
        got = (long long)__isoc23_strtoull(s, &end, 10);
        break;
    case 12:
        got = __isoc23_strtoimax(s, &end, 10);
        break;
    case 13:
        got = (long long)__isoc23_strtoumax(s, &end, 10);
        break;
    case 14:
        got = atoi(s), end = s + i;
        break;
    case 15:
        got = atol(s), end = s + i;
        break;
    case 16:
        got = atoll(s), end = s + i;
        break;
    default:
        got = imaxabs(want), want = want < 0 ? -want : want, end = s + i;
    }
    klee_assert(got == want && end == s + i);
    return 0;
}
