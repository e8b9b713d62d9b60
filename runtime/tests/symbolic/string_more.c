// expect: proved
// flags: -- -fno-builtin
// Copies with a bound, collation, errors and blocks against plain loops.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

extern size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
extern int __xpg_strerror_r(int, char *, size_t);

int main(void) {
    char s[4], t[8] = "ab";
    int error;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&error, sizeof error, "error");
    s[3] = 0;
    size_t n = 0;
    while (s[n] != 0)
        n++;
    klee_assert(strlcat(t, s, 4) == 2 + n && t[2 + (n < 1 ? n : 1)] == 0 && t[1] == 'b');
    klee_assert(strlcpy(t, s, 3) == n && t[n < 2 ? n : 2] == 0 && memcmp(t, s, n < 2 ? n : 2) == 0);
    klee_assert(strxfrm(t, s, sizeof t) == n && memcmp(t, s, n + 1) == 0);
    klee_assert(strcoll(t, s) == 0 && strcoll("a", s) == strcmp("a", s));
    klee_assert(index(s, 'x') == strchr(s, 'x') && rindex(s, 'x') == strrchr(s, 'x'));
    char *found = rawmemchr(s, 0);
    klee_assert(found == s + n);
    bcopy(s, t, 4);
    klee_assert(memcmp(t, s, 4) == 0);
    swab(s, t, 4);
    klee_assert(t[0] == s[1] && t[1] == s[0] && t[2] == s[3] && t[3] == s[2]);
    bzero(t, 2);
    explicit_bzero(t + 2, 2);
    klee_assert(t[0] == 0 && t[1] == 0 && t[2] == 0 && t[3] == 0);
    klee_assume(error >= 0 && error < 8);
    char text[40], *name = strerror_r(error, text, sizeof text);
    klee_assert(strcmp(name, strerror(error)) == 0);
    klee_assert(__xpg_strerror_r(error, text, sizeof text) == 0 && strcmp(text, name) == 0);
    klee_assert(__xpg_strerror_r(error, text, 3) == ERANGE && text[2] == 0);
    return 0;
}
