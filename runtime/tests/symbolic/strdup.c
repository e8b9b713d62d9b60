// expect: proved
// Duplicates are equal and of the right size.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    char *copy = strdup(s), *part = strndup(s, 2);
    klee_assert(copy == NULL || strcmp(copy, s) == 0);
    klee_assert(part == NULL || (strlen(part) <= 2 && strncmp(part, s, 2) == 0));
    free(copy);
    free(part);
    return 0;
}
