// expect: proved
// flags: -- -fno-builtin
// quick_exit runs its own handlers, _Exit none.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>

static int order;

static void never(void) {
    klee_assert(0);
}

static void first(void) {
    klee_assert(order == 1);
}

static void second(void) {
    order = 1;
}

int main(void) {
    unsigned char status;
    klee_make_symbolic(&status, sizeof status, "status");
    klee_assert(atexit(never) == 0);
    if (status & 1)
        _Exit(status);
    klee_assert(at_quick_exit(first) == 0 && at_quick_exit(second) == 0);
    quick_exit(status);
}
