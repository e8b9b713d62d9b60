// expect: proved
// flags: --stdin 4
// getline: terminated, at most one newline, at the end.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t n = getline(&line, &size, stdin);
    klee_assert(n == -1 || (n >= 1 && n <= 4));
    if (n >= 1) {
        klee_assert(line[n] == 0 && size > (size_t)n);
        for (ssize_t i = 0; i + 1 < n; i++)
            klee_assert(line[i] != '\n');
    }
    free(line);
    return 0;
}
