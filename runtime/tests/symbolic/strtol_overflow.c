// expect: proved
// Behind nineteen nines every digit overflows.
#include <errno.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char s[] = "9999999999999999999?";
    klee_make_symbolic(&s[19], 1, "digit");
    errno = 0;
    long long value = strtoll(s, NULL, 10);
    klee_assert(value == LLONG_MAX && errno == ERANGE);
    return 0;
}
