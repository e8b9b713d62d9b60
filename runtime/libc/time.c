/* time.h and what reads clocks, in a deterministic form: one clock, which
 * starts at 2001-09-09 01:46:40 UTC (10^9 s after the epoch), moves by one
 * millisecond whenever it is read and by the whole time when the program
 * sleeps. Every clock shows it but CLOCK_MONOTONIC and its like (from boot, at
 * 0 s) and `clock` (processor time, from 0). The verdict says so. In any
 * environment each clock shows a moment that is not before its last one.
 *
 * The zone is UTC. Days are counted in the proleptic Gregorian calendar, by
 * years that begin in March, so that the leap day is a year's last one. */

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct ep_microtime {
    long seconds, microseconds;
};

#define EP_CLOCK_START 1000000000ll
#define EP_CLOCK_STEP 1000000ll
#define EP_SECOND 1000000000ll
#define EP_DAY 86400

static long long ep_clock; /* nanoseconds since the start */

static long long ep_read_clock(void) {
    __ep_assume_clock();
    ep_clock += EP_CLOCK_STEP;
    return ep_clock;
}

/* The end of 2099 (of 2037 in 32 bits). */
#define EP_CLOCK_LATEST (sizeof(long) == 8 ? (long)4102444799ll : 2147483647l)

/* What each clock showed last in an open environment, by its number; the last
 * one is that of the processor. */
#define EP_CLOCKS 13
static struct ep_time ep_shown[EP_CLOCKS];

static struct ep_time ep_any_moment(int clock) {
    __ep_assume_clock();
    struct ep_time *last = &ep_shown[clock], now;
    now.seconds = __ep_surrounding("the clock", last->seconds, EP_CLOCK_LATEST);
    now.nanoseconds = __ep_surrounding("the clock", 0, EP_SECOND - 1);
    int before = (now.seconds == last->seconds) & (now.nanoseconds < last->nanoseconds);
    now.nanoseconds = before ? last->nanoseconds : now.nanoseconds;
    *last = now;
    return now;
}

long time(long *to) {
    if (__ep_is_open()) {
        struct ep_time any = ep_any_moment(0);
        if (to != NULL)
            *to = any.seconds;
        return any.seconds;
    }
    long now = (long)(EP_CLOCK_START + ep_read_clock() / EP_SECOND);
    if (to != NULL)
        *to = now;
    return now;
}

int gettimeofday(struct ep_microtime *to, void *zone) {
    if (__ep_is_open()) {
        struct ep_time any = ep_any_moment(0);
        to->seconds = any.seconds;
        to->microseconds = any.nanoseconds / 1000;
        if (zone != NULL)
            memset(zone, 0, 2 * sizeof(int));
        return 0;
    }
    long long now = ep_read_clock();
    to->seconds = (long)(EP_CLOCK_START + now / EP_SECOND);
    to->microseconds = (long)(now % EP_SECOND / 1000);
    if (zone != NULL)
        memset(zone, 0, 2 * sizeof(int));
    return 0;
}

/* CLOCK_REALTIME 0, _MONOTONIC 1, of the process 2, of the thread 3, _RAW 4,
 * REALTIME_COARSE 5, MONOTONIC_COARSE 6, BOOTTIME 7, TAI 11. */
static int ep_clock_exists(int id) {
    return (id >= 0 && id <= 7) || id == 11;
}

int clock_gettime(int id, struct ep_time *to) {
    if (!ep_clock_exists(id)) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    int real = id == 0 || id == 5 || id == 11;
    if (__ep_is_open()) {
        *to = ep_any_moment(real ? 0 : id);
        return 0;
    }
    long long now = ep_read_clock();
    to->seconds = (long)((real ? EP_CLOCK_START : 0) + now / EP_SECOND);
    to->nanoseconds = (long)(now % EP_SECOND);
    return 0;
}

int clock_getres(int id, struct ep_time *to) {
    if (!ep_clock_exists(id)) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    if (to != NULL) {
        int coarse = id == 5 || id == 6;
        to->seconds = 0;
        to->nanoseconds = coarse ? 4000000 : 1;
    }
    return 0;
}

/* In microseconds, as CLOCKS_PER_SEC says. */
long clock(void) {
    if (__ep_is_open()) {
        struct ep_time *last = &ep_shown[EP_CLOCKS - 1];
        __ep_assume_clock();
        last->seconds = __ep_surrounding("clock", last->seconds, LONG_MAX);
        return last->seconds;
    }
    return (long)(ep_read_clock() / 1000);
}

static void ep_sleep(long long nanoseconds) {
    __ep_assume_clock();
    ep_clock += nanoseconds;
}

unsigned sleep(unsigned seconds) {
    ep_sleep(seconds * EP_SECOND);
    return 0;
}

int usleep(unsigned microseconds) {
    ep_sleep(microseconds * 1000ll);
    return 0;
}

int nanosleep(const struct ep_time *length, struct ep_time *rest) {
    (void)rest;
    int bad = (length->seconds < 0) | (length->nanoseconds < 0) |
              (length->nanoseconds >= EP_SECOND);
    if (bad) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    ep_sleep(length->seconds * EP_SECOND + length->nanoseconds);
    return 0;
}

double difftime(long later, long earlier) {
    int backwards = later < earlier;
    unsigned long apart = backwards ? (unsigned long)earlier - (unsigned long)later
                                    : (unsigned long)later - (unsigned long)earlier;
    return backwards ? -(double)apart : (double)apart;
}

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

/* Only UTC is modelled. */
static void ep_zone(void) {
    const char *zone = ep_getenv("TZ");
    if (zone != NULL && *zone != 0 && ep_strcmp(zone, "UTC") != 0 && ep_strcmp(zone, "UTC0") != 0)
        __ep_unsupported("a time zone other than UTC");
}

void tzset(void) {
    ep_zone();
}

static long long ep_floor_div(long long a, long long b) {
    return a / b - (a % b < 0);
}

/* Days from the epoch to a day of a month (0 to 11) of a year, which may be
 * any. */
static long long ep_days(long long year, int month, long long day) {
    int before_march = month < 2;
    long long y = year - before_march;
    int m = month - 2 + 12 * before_march;
    long long era = ep_floor_div(y, 400);
    long long of_era = y - era * 400;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * m + 2) / 5 + day - 1 -
           719468;
}

static int ep_is_leap(long long year) {
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
}

/* False when the year does not fit an int. */
static int ep_split_time(long long seconds, struct tm *to) {
    long long days = ep_floor_div(seconds, EP_DAY);
    int rest = (int)(seconds % EP_DAY);
    rest += rest < 0 ? EP_DAY : 0;
    /* Counted from 0000-03-01. */
    long long from_march = days + 719468;
    long long era = ep_floor_div(from_march, 146097);
    long long of_era = from_march - era * 146097;
    long long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int of_year = (int)(of_era - (365 * year + year / 4 - year / 100));
    int month = (5 * of_year + 2) / 153;
    int day = of_year - (153 * month + 2) / 5 + 1;
    int before_march = month >= 10;
    month += before_march ? -10 : 2;
    year += era * 400 + before_march;
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return 0;
    long long weekday = (days + 4) % 7;
    to->tm_sec = rest % 60;
    to->tm_min = rest / 60 % 60;
    to->tm_hour = rest / 3600;
    to->tm_mday = day;
    to->tm_mon = month;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);
    to->tm_yday = (int)(days - ep_days(year, 0, 1));
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    return 1;
}

static struct tm *ep_broken_down(const long *seconds, struct tm *to, const char *zone) {
    if (!ep_split_time(*seconds, to)) {
        ep_errno = EP_EOVERFLOW;
        return NULL;
    }
    to->tm_zone = zone;
    return to;
}

static struct tm ep_shared_time;

struct tm *gmtime_r(const long *seconds, struct tm *to) {
    return ep_broken_down(seconds, to, "GMT");
}

struct tm *gmtime(const long *seconds) {
    return ep_broken_down(seconds, &ep_shared_time, "GMT");
}

struct tm *localtime_r(const long *seconds, struct tm *to) {
    ep_zone();
    return ep_broken_down(seconds, to, "UTC");
}

static struct tm *ep_localtime(const long *seconds) {
    ep_zone();
    return ep_broken_down(seconds, &ep_shared_time, "UTC");
}

struct tm *localtime(const long *seconds) {
    return ep_localtime(seconds);
}

/* Members beyond their ranges carry over. */
static long long ep_seconds_of(const struct tm *t) {
    long long month = t->tm_mon, year = 1900ll + t->tm_year;
    long long years = ep_floor_div(month, 12);
    long long days = ep_days(year + years, (int)(month - 12 * years), t->tm_mday);
    return days * EP_DAY + t->tm_hour * 3600ll + t->tm_min * 60ll + t->tm_sec;
}

static long ep_make_time(struct tm *from, const char *zone) {
    long long seconds = ep_seconds_of(from);
    struct tm whole;
    if (seconds > LONG_MAX || seconds < LONG_MIN || !ep_split_time(seconds, &whole)) {
        ep_errno = EP_EOVERFLOW;
        return -1;
    }
    whole.tm_zone = zone;
    *from = whole;
    return (long)seconds;
}

long mktime(struct tm *from) {
    ep_zone();
    return ep_make_time(from, "UTC");
}

long timegm(struct tm *from) {
    return ep_make_time(from, "GMT");
}

static const char *const ep_weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                          "Thursday", "Friday", "Saturday"};
static const char *const ep_months[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

/* The name, or "?" for a number that names nothing. */
static const char *ep_name_of(const char *const *names, int count, int i) {
    const char *name = "?";
    for (int k = 0; k < count; k++)
        name = k == i ? names[k] : name;
    return name;
}

static int ep_format_text(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = ep_vsnprintf(to, size, format, list);
    va_end(list);
    return result;
}

/* "Sun Sep  9 01:46:40 2001\n" */
static char *ep_asctime(const struct tm *t, char *to, size_t size) {
    if (t == NULL) {
        ep_errno = EP_EINVAL;
        return NULL;
    }
    if (t->tm_year > INT_MAX - 1900) {
        ep_errno = EP_EOVERFLOW;
        return NULL;
    }
    const char *day = ep_name_of(ep_weekdays, 7, t->tm_wday);
    const char *month = ep_name_of(ep_months, 12, t->tm_mon);
    int n = ep_format_text(to, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                           *day == '?' ? "???" : day, *month == '?' ? "???" : month, t->tm_mday,
                           t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
    if (n < 0 || (size_t)n >= size) {
        ep_errno = EP_EOVERFLOW;
        return NULL;
    }
    return to;
}

static char ep_time_text[114];

char *asctime_r(const struct tm *t, char *to) {
    return ep_asctime(t, to, 26);
}

char *asctime(const struct tm *t) {
    return ep_asctime(t, ep_time_text, sizeof ep_time_text);
}

char *ctime_r(const long *seconds, char *to) {
    struct tm t;
    ep_zone();
    return ep_broken_down(seconds, &t, "UTC") == NULL ? NULL : ep_asctime(&t, to, 26);
}

char *ctime(const long *seconds) {
    struct tm *t = ep_localtime(seconds);
    return t == NULL ? NULL : ep_asctime(t, ep_time_text, sizeof ep_time_text);
}
