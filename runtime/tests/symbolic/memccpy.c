// expect: proved
// memccpy stops after the byte; mempcpy returns the end.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[4], to[4] = {0};
    klee_make_symbolic(from, sizeof from, "from");
    char *end = memccpy(to, from, 'x', 4);
    if (end != NULL)
        klee_assert(end > to && end <= to + 4 && end[-1] == 'x');
    klee_assert(to[0] == from[0]);
    klee_assert((char *)mempcpy(to, from, 4) == to + 4);
    klee_assert(memcmp(to, from, 4) == 0);
    return 0;
}
