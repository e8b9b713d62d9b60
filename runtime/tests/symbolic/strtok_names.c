// expect: proved
// flags: -- -fno-builtin
// strtok_r and its underlined name cut alike; no token holds a delimiter.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

extern char *__strtok_r(char *, const char *, char **);

int main(void) {
    char a[5], b[5], *rest_a, *rest_b;
    klee_make_symbolic(a, sizeof a, "a");
    a[4] = 0;
    memcpy(b, a, 5);
    char *x = strtok_r(a, ",", &rest_a), *y = __strtok_r(b, ",", &rest_b);
    while (x != NULL && y != NULL) {
        klee_assert(x - a == y - b && *x != 0 && strcmp(x, y) == 0);
        klee_assert(strchr(x, ',') == NULL);
        x = strtok_r(NULL, ",", &rest_a);
        y = __strtok_r(NULL, ",", &rest_b);
    }
    klee_assert(x == NULL && y == NULL && memcmp(a, b, 5) == 0);
    return 0;
}
