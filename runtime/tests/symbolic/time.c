// expect: proved
// Days of ten years taken apart and put together again, and a format of
// symbolic members.
#define _GNU_SOURCE
#include "choose.h"
#include <string.h>
#include <time.h>

int main(void) {
    time_t t = (time_t)choose(64, "day") * 57 * 86400 + 3661;
    struct tm a, b;
    klee_assert(gmtime_r(&t, &a) == &a && localtime_r(&t, &b) == &b);
    klee_assert(a.tm_sec == 1 && a.tm_min == 1 && a.tm_hour == 1);
    klee_assert(a.tm_mon >= 0 && a.tm_mon < 12 && a.tm_mday >= 1 && a.tm_mday <= 31);
    klee_assert(a.tm_year >= 70 && a.tm_year <= 79 && a.tm_yday <= 365);
    klee_assert(a.tm_wday == (4 + t / 86400) % 7);
    klee_assert(timegm(&a) == t && mktime(&b) == t && difftime(t + 5, t) == 5);

    unsigned char minute;
    char text[16];
    klee_make_symbolic(&minute, sizeof minute, "minute");
    klee_assume(minute < 60);
    a.tm_min = minute;
    klee_assert(strftime(text, sizeof text, "%M'%S", &a) == 5 && strcmp(text + 2, "'01") == 0);
    klee_assert(text[0] == '0' + minute / 10 && text[1] == '0' + minute % 10);
    return 0;
}
