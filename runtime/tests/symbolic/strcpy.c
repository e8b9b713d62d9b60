// expect: proved
// Copies are equal, and the variants agree with each other.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5], a[10], b[10];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    size_t n = strlen(s);
    klee_assert(strcpy(a, s) == a && strcmp(a, s) == 0);
    klee_assert(stpcpy(b, s) == b + n && strcmp(a, b) == 0);
    strncpy(b, s, 3);
    klee_assert(b[0] == s[0] && (n >= 3 || b[2] == 0));
    strcat(a, s);
    klee_assert(strlen(a) == 2 * n && strcmp(a + n, s) == 0);
    strcpy(b, s);
    strncat(b, s, 2);
    klee_assert(strlen(b) == n + (n < 2 ? n : 2));
    return 0;
}
