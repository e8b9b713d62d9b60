// expect: proved
// flags: --stdin 4
// fread delivers whole items.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char to[6];
    size_t n = fread(to, 2, 3, stdin);
    klee_assert(n <= 2);
    klee_assert(feof(stdin) && !ferror(stdin));
    clearerr(stdin);
    klee_assert(!feof(stdin));
    return 0;
}
