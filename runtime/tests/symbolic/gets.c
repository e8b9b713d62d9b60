// expect: proved
// flags: --stdin 3
// flags: -- -fno-builtin
// gets and the checked reads take a line without or with its end.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

extern char *gets(char *);
extern char *__fgets_chk(char *, size_t, int, FILE *);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);

int main(void) {
    char line[8] = "zzzzzzz", next[8], bytes[4];
    char *got = gets(line);
    if (got == NULL)
        klee_assert(feof(stdin));
    else
        klee_assert(got == line && strchr(line, '\n') == NULL);
    if (__fgets_chk(next, sizeof next, 2, stdin) != NULL)
        klee_assert(next[1] == 0);
    klee_assert(__fread_chk(bytes, sizeof bytes, 1, 4, stdin) <= 2);
    return 0;
}
