// expect: proved
// flags: -- -fno-builtin
// Allocation beyond malloc: sizes, overflow, alignment.
#define _GNU_SOURCE
#include <errno.h>
#include <klee/klee.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

extern void cfree(void *);

int main(void) {
    size_t count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count > SIZE_MAX / 16);
    errno = 0;
    klee_assert(reallocarray(NULL, count, 16) == NULL && errno == ENOMEM);
    char *some = reallocarray(NULL, 3, 4);
    some[11] = (char)count;
    some = reallocarray(some, 4, 4);
    klee_assert(some[11] == (char)count);
    cfree(some);
    void *aligned = memalign(64, 64), *other = NULL;
    klee_assert(posix_memalign(&other, 128, 16) == 0);
    free(aligned);
    free(other);
    return 0;
}
