// expect: proved
// flags: --stdin 4
// flags: -- -fno-builtin
// The other names of the functions that read do what the first ones do.
#define _GNU_SOURCE
#include "choose.h"
#include <stdio.h>

extern int _IO_getc(FILE *), __uflow(FILE *);
#undef getc
#undef getchar
#undef getc_unlocked
#undef getchar_unlocked
#undef feof_unlocked
#undef ferror_unlocked

static int read_as(unsigned name) {
    switch (name) {
    case 0:
        return fgetc(stdin);
    case 1:
        return getc(stdin);
    case 2:
        return fgetc_unlocked(stdin);
    case 3:
        return getc_unlocked(stdin);
    case 4:
        return getchar_unlocked();
    case 5:
        return _IO_getc(stdin);
    default:
        return __uflow(stdin);
    }
}

int main(void) {
    flockfile(stdin);
    klee_assert(fileno(stdin) == 0 && fileno_unlocked(stdin) == 0);
    int first = getchar();
    if (first != EOF)
        klee_assert(ungetc(first, stdin) == first);
    klee_assert(read_as(choose(7, "name")) == first);
    klee_assert(!feof_unlocked(stdin) == (first != EOF) && !ferror_unlocked(stdin));
    clearerr_unlocked(stdin);
    klee_assert(!feof_unlocked(stdin));
    char line[3] = "zz", rest[9];
    if (fgets_unlocked(line, 2, stdin) != NULL)
        klee_assert(line[1] == 0);
    else
        klee_assert(line[0] == 'z');
    size_t n = fread_unlocked(rest, 3, 3, stdin);
    klee_assert(n == 0 && feof(stdin));
    funlockfile(stdin);
    return 0;
}
