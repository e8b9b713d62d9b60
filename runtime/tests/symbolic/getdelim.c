// expect: proved
// flags: --stdin 3
// flags: -- -fno-builtin
// getdelim under both names stops after the delimiter.
#define _GNU_SOURCE
#include "choose.h"
#include <stdio.h>
#include <stdlib.h>

extern ssize_t __getdelim(char **, size_t *, int, FILE *);

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t n = choose(2, "name") ? getdelim(&line, &size, ',', stdin)
                                  : __getdelim(&line, &size, ',', stdin);
    if (n > 0) {
        klee_assert(line[n] == 0);
        for (ssize_t i = 0; i + 1 < n; i++)
            klee_assert(line[i] != ',');
        klee_assert(line[n - 1] == ',' || feof(stdin));
    } else {
        klee_assert(n == -1);
    }
    free(line);
    return 0;
}
