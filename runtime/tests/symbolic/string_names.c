// expect: proved
// flags: -- -fno-builtin
// The checked and underlined names of string functions against plain loops.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy(void *, const void *, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__stpcpy(char *, const char *);
extern char *__strdup(const char *), *__strndup(const char *, size_t);

int main(void) {
    char s[4], t[12];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    size_t n = 0;
    while (s[n] != 0)
        n++;
    klee_assert(__memcpy_chk(t, s, 4, sizeof t) == t && t[0] == s[0] && t[2] == s[2]);
    klee_assert(__memmove_chk(t + 1, t, 3, sizeof t - 1) == t + 1 && t[1] == s[0] && t[3] == s[2]);
    klee_assert(__memset_chk(t, s[1], 8, sizeof t) == t && t[0] == s[1] && t[7] == s[1]);
    klee_assert(mempcpy(t, s, 3) == t + 3 && t[2] == s[2]);
    klee_assert(__mempcpy(t, s, 4) == t + 4 && t[1] == s[1]);
    klee_assert(__mempcpy_chk(t, s, n, sizeof t) == t + n);
    klee_assert(__strcpy_chk(t, s, sizeof t) == t && t[n] == 0 && memcmp(t, s, n) == 0);
    klee_assert(__strcat_chk(t, s, sizeof t) == t && t[2 * n] == 0 && memcmp(t + n, s, n) == 0);
    klee_assert(__stpcpy(t, s) == t + n && __stpcpy_chk(t, s, sizeof t) == t + n);
    klee_assert(stpcpy(t, s) == t + n && memcmp(t, s, n + 1) == 0);
    klee_assert(__strncpy_chk(t, s, 6, sizeof t) == t && t[5] == 0 && memcmp(t, s, n) == 0);
    klee_assert(stpncpy(t, s, 6) == t + n && t[5] == 0 && memcmp(t, s, n) == 0);
    char *copy = __strdup(s), *part = __strndup(s, 2);
    klee_assert(copy != s && memcmp(copy, s, n + 1) == 0);
    klee_assert(part[n < 2 ? n : 2] == 0 && memcmp(part, s, n < 2 ? n : 2) == 0);
    free(copy);
    free(part);
    return 0;
}
