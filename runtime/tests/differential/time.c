/* time.h: calendars and formats as the system's in UTC; clocks by what they
 * promise. */
#define _GNU_SOURCE
#include "differential.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

MODEL(gmtime);
MODEL(gmtime_r);
MODEL(localtime);
MODEL(localtime_r);
MODEL(mktime);
MODEL(timegm);
MODEL(asctime);
MODEL(asctime_r);
MODEL(ctime);
MODEL(ctime_r);
MODEL(difftime);
MODEL(strftime);
MODEL(time);
MODEL(clock);
MODEL(clock_gettime);
MODEL(clock_getres);
MODEL(sleep);
MODEL(usleep);
MODEL(nanosleep);
MODEL(tzset);
extern int epm_gettimeofday(struct timeval *, void *);
extern int *epm___errno_location(void);

#pragma clang diagnostic ignored "-Wformat-nonliteral"

static time_t random_time(void) {
    static const time_t special[] = {0, -1, 951782400, 951868800, 1709164800, -2208988800u,
                                     1000000000, 86399, 86400, LONG_MAX, LONG_MIN};
    if (once_in(10))
        return special[below(11)];
    /* Years that have at most six digits, and any. */
    uint64_t bits = random_bits();
    return (time_t)((int64_t)bits >> (once_in(20) ? 0 : 20 + below(24)));
}

static int same_tm(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour &&
           a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
           a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst &&
           a->tm_gmtoff == b->tm_gmtoff && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void check_tm(const char *name, time_t t, const struct tm *a, const struct tm *b) {
    check(name, a == NULL || b == NULL ? a == b : same_tm(a, b), "%lld: %d-%d-%d %d, %d-%d-%d %d",
          (long long)t, a ? a->tm_year : 0, a ? a->tm_mon : 0, a ? a->tm_mday : 0,
          a ? a->tm_yday : 0, b ? b->tm_year : 0, b ? b->tm_mon : 0, b ? b->tm_mday : 0,
          b ? b->tm_yday : 0);
}

static void calendars(void) {
    time_t t = random_time();
    struct tm a, b;
    check_tm("gmtime", t, gmtime(&t), epm_gmtime(&t));
    check_tm("localtime", t, localtime(&t), epm_localtime(&t));
    struct tm *x = gmtime_r(&t, &a), *y = epm_gmtime_r(&t, &b);
    check_tm("gmtime_r", t, x, y);
    x = localtime_r(&t, &a), y = epm_localtime_r(&t, &b);
    check_tm("localtime_r", t, x, y);
    char text_a[64] = "", text_b[64] = "";
    const char *p = ctime_r(&t, text_a), *q = epm_ctime_r(&t, text_b);
    check("ctime_r", p == NULL ? q == NULL : q != NULL && strcmp(p, q) == 0, "%lld: %s %s",
          (long long)t, show_string(p), show_string(q));
    p = ctime(&t), q = epm_ctime(&t);
    check("ctime", p == NULL ? q == NULL : q != NULL && strcmp(p, q) == 0, "%lld: %s %s",
          (long long)t, show_string(p), show_string(q));
    time_t u = random_time();
    check("difftime", difftime(t, u) == epm_difftime(t, u), "%lld %lld", (long long)t,
          (long long)u);
}

/* Members in and out of their ranges. */
static struct tm random_tm(void) {
    struct tm t;
    memset(&t, 0, sizeof t);
    int wild = once_in(3);
    int range = wild ? 2000 : 0;
    t.tm_sec = (int)below(61 + (unsigned)range) - range / 2;
    t.tm_min = (int)below(60 + (unsigned)range) - range / 2;
    t.tm_hour = (int)below(24 + (unsigned)range) - range / 2;
    t.tm_mday = (int)below(31 + (unsigned)range) + 1 - range / 2;
    t.tm_mon = (int)below(12 + (unsigned)range) - range / 2;
    t.tm_year = once_in(4) ? (int)below(60000) - 30000 : (int)below(138);
    t.tm_wday = (int)below(7);
    t.tm_yday = (int)below(366);
    t.tm_zone = once_in(3) ? "CEST" : "UTC";
    return t;
}

static void making(void) {
    struct tm a = random_tm(), b = a;
    time_t x = mktime(&a), y = epm_mktime(&b);
    check("mktime", x == y && (x == -1 || same_tm(&a, &b)), "%lld %lld", (long long)x,
          (long long)y);
    a = random_tm(), b = a;
    x = timegm(&a), y = epm_timegm(&b);
    check("timegm", x == y && (x == -1 || same_tm(&a, &b)), "%lld %lld", (long long)x,
          (long long)y);
    a = random_tm();
    if (once_in(10))
        a.tm_wday = 7, a.tm_mon = -1;
    char text_a[128] = "", text_b[128] = "";
    const char *p = asctime_r(&a, text_a), *q = epm_asctime_r(&a, text_b);
    check("asctime_r", p == NULL ? q == NULL : q != NULL && strcmp(p, q) == 0, "%s %s",
          show_string(p), show_string(q));
    p = asctime(&a), q = epm_asctime(&a);
    check("asctime", p == NULL ? q == NULL : q != NULL && strcmp(p, q) == 0, "%s %s",
          show_string(p), show_string(q));
}

static void formats(void) {
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    char format[100], *to = format;
    for (unsigned n = 1 + below(3); n > 0; n--) {
        if (once_in(3))
            *to++ = "x -:"[below(4)];
        *to++ = '%';
        if (once_in(4))
            *to++ = "_-0^#"[below(5)];
        if (once_in(6))
            to += sprintf(to, "%u", 1 + below(12));
        if (once_in(12))
            *to++ = "EO"[below(2)];
        *to++ = letters[below(sizeof letters - 1)];
    }
    if (once_in(30))
        to += sprintf(to, once_in(2) ? "%%" : "%%Q");
    *to = 0;
    struct tm t = random_tm();
    if (once_in(2))
        timegm(&t);
    size_t size = once_in(10) ? below(20) : 200;
    char text_a[200], text_b[200];
    memset(text_a, 0, sizeof text_a);
    memset(text_b, 0, sizeof text_b);
    size_t x = strftime(text_a, size, format, &t), y = epm_strftime(text_b, size, format, &t);
    check("strftime", x == y && (x == 0 || strcmp(text_a, text_b) == 0),
          "%s, %zu: %zu %s, %zu %s (%d-%d-%d %d %d)", show_string(format), size, x,
          show_string(text_a), y, show_string(text_b), t.tm_year, t.tm_mon, t.tm_mday, t.tm_wday,
          t.tm_yday);
}

/* The next reading is never earlier, and as much later as was slept. */
static void clocks(void) {
    struct timespec a, b, length = {(time_t)below(3), (long)below(1200000000) - 100000000};
    int id = (int)below(14) - 1;
    struct timespec system;
    int exists = clock_gettime(id, &system) == 0;
    int found = epm_clock_gettime(id, &a) == 0;
    /* 8 and 9 are alarms, which a machine may lack. */
    int unclear = id == 8 || id == 9 || id < 0;
    check("clock_gettime",
          unclear || (exists == found && (!found || (a.tv_nsec >= 0 && a.tv_nsec < 1000000000))),
          "%d: %d %d", id, exists, found);
    check("clock_getres", unclear || (clock_getres(id, &b) == 0) == (epm_clock_getres(id, &b) == 0),
          "%d", id);
    epm_clock_gettime(0, &a);
    time_t now;
    check("time", epm_time(&now) >= a.tv_sec && now >= a.tv_sec && now <= a.tv_sec + 1, "%lld",
          (long long)now);
    struct timeval day;
    check("gettimeofday", epm_gettimeofday(&day, NULL) == 0 && day.tv_sec >= now &&
          day.tv_usec >= 0 && day.tv_usec < 1000000, "%lld", (long long)day.tv_sec);
    clock_t used = epm_clock();
    check("clock", epm_clock() > used, "%lld", (long long)used);
    int valid = length.tv_nsec >= 0 && length.tv_nsec < 1000000000;
    epm_clock_gettime(1, &a);
    int slept = epm_nanosleep(&length, NULL);
    int error = *epm___errno_location();
    epm_clock_gettime(1, &b);
    double moved = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
    double wanted = valid ? (double)length.tv_sec + (double)length.tv_nsec / 1e9 : 0;
    struct timespec bad = {0, length.tv_nsec};
    int refused = !valid && nanosleep(&bad, NULL) == -1;
    check("nanosleep", slept == (valid ? 0 : -1) && moved >= wanted && moved < wanted + 0.01 &&
          (valid || (refused && error == EINVAL)), "%d: %f %f", slept, moved, wanted);
    unsigned seconds = below(3), micro = below(5000000);
    epm_clock_gettime(1, &a);
    int rest = (int)epm_sleep(seconds);
    epm_clock_gettime(1, &b);
    check("sleep", rest == 0 && b.tv_sec - a.tv_sec >= (time_t)seconds, "%u", seconds);
    rest = epm_usleep(micro);
    epm_clock_gettime(1, &a);
    moved = (double)(a.tv_sec - b.tv_sec) + (double)(a.tv_nsec - b.tv_nsec) / 1e9;
    check("usleep", rest == 0 && moved >= micro / 1e6 && moved < micro / 1e6 + 0.01, "%u: %f",
          micro, moved);
    epm_tzset();
    check("tzset", 1, "UTC");
}

void test_time(void) {
    for (int i = 0; i < CASES; i++) {
        calendars();
        making();
        clocks();
        for (int k = 0; k < 4; k++)
            formats();
    }
}
