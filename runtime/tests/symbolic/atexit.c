// expect: proved
// Handlers run last first.
#include <klee/klee.h>
#include <stdlib.h>

static int order;

static void first(void) {
    klee_assert(order == 1);
}

static void second(void) {
    klee_assert(order == 0);
    order = 1;
}

int main(void) {
    int status;
    klee_make_symbolic(&status, sizeof status, "status");
    klee_assert(atexit(first) == 0 && atexit(second) == 0);
    exit(status);
}
