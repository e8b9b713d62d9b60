// expect: proved
// A known day through all functions; the clock goes on and sleeping moves it.
#define _GNU_SOURCE
#include "choose.h"
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    static const time_t days[] = {0, 951782399, 951782400, 1000000000};
    static const char *const texts[] = {"Thu Jan  1 00:00:00 1970\n", "Mon Feb 28 23:59:59 2000\n",
                                        "Tue Feb 29 00:00:00 2000\n", "Sun Sep  9 01:46:40 2001\n"};
    unsigned which = choose(4, "which");
    time_t t = days[which];
    char text[64];
    klee_assert(strcmp(ctime(&t), texts[which]) == 0);
    klee_assert(strcmp(ctime_r(&t, text), texts[which]) == 0);
    struct tm *split = gmtime(&t), again = *split;
    klee_assert(strcmp(asctime(split), texts[which]) == 0);
    klee_assert(strcmp(asctime_r(localtime(&t), text), texts[which]) == 0);
    again.tm_mday += 31, again.tm_mon--;
    klee_assert(timegm(split) == t);
    struct tm other = again;
    klee_assert(mktime(&other) == timegm(&again));
    tzset();
    klee_assert(strftime(text, sizeof text, "%F %T %a %j", gmtime(&t)) == 27);
    klee_assert(strftime(text, 5, "%F", gmtime(&t)) == 0);

    struct timespec a, b, step = {0, 1000};
    struct timeval day;
    klee_assert(clock_gettime(CLOCK_REALTIME, &a) == 0 && clock_getres(CLOCK_REALTIME, &b) == 0);
    /* time() reads the clock of the last tick, which may be in the second before. */
    klee_assert(time(NULL) + 1 >= a.tv_sec && gettimeofday(&day, NULL) == 0 && day.tv_sec >= a.tv_sec);
    clock_t used = clock();
    klee_assert(sleep(0) == 0 && usleep(1) == 0 && nanosleep(&step, NULL) == 0);
    klee_assert(clock_gettime(CLOCK_REALTIME, &b) == 0 && b.tv_sec >= a.tv_sec && clock() >= used);
    return 0;
}
