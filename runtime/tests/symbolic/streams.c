// expect: proved
// flags: --file data 3
// flags: -- -fno-builtin
// Streams of a symbolic file: positions, what is put back, writing and reading
// again.
#define _GNU_SOURCE
#include "choose.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

static FILE *open_as(unsigned name, const char *mode) {
    switch (name) {
    case 0:
        return fopen("data", mode);
    case 1:
        return fopen64("data", mode);
    case 2:
        return fdopen(open("data", O_RDWR), mode);
    case 3:
        return freopen("data", mode, fopen("data", "r"));
    default:
        return freopen64("data", mode, fopen("data", "r"));
    }
}

static void go(FILE *f, unsigned way, long to) {
    if (way == 0)
        klee_assert(fseek(f, to, SEEK_SET) == 0);
    else if (way == 1)
        klee_assert(fseeko(f, to, SEEK_SET) == 0);
    else
        klee_assert(fseeko64(f, to, SEEK_SET) == 0);
}

int main(void) {
    FILE *f = open_as(choose(5, "open"), "r+");
    unsigned way = choose(3, "seek");
    char all[4];
    klee_assert(f != NULL && fread(all, 1, 4, f) == 3 && feof(f));
    klee_assert(ftell(f) == 3 && ftello(f) == 3 && ftello64(f) == 3);
    go(f, way, 1);
    int c = fgetc(f);
    klee_assert(c == (unsigned char)all[1] && !feof(f));
    klee_assert(ungetc(c, f) == c && ftell(f) == 1 && fgetc(f) == c);
    fpos_t here;
    klee_assert(fgetpos(f, &here) == 0 && fgetc(f) == (unsigned char)all[2]);
    klee_assert(fsetpos(f, &here) == 0 && fgetc(f) == (unsigned char)all[2]);
    rewind(f);
    klee_assert(fputc(all[2], f) == (unsigned char)all[2]);
    klee_assert(fflush(f) == 0 && __fpending(f) == 0);
    go(f, way, 0);
    klee_assert(fgetc(f) == (unsigned char)all[2] && ungetc('x', f) == 'x');
    go(f, way, 3);
    __fpurge(f);
    klee_assert(ftell(f) == 3 && fclose(f) == 0);
    klee_assert(fopen("data", "q") == NULL && fopen("none", "r") == NULL);
    return 0;
}
