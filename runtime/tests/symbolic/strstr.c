// expect: proved
// strstr finds the first occurrence.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[6];
    klee_make_symbolic(s, sizeof s, "s");
    s[5] = 0;
    char *p = strstr(s, "ab");
    if (p != NULL)
        klee_assert(p[0] == 'a' && p[1] == 'b' && strlen(p) >= 2);
    else
        klee_assert(!(s[0] == 'a' && s[1] == 'b'));
    if (p != NULL)
        klee_assert(strcasestr(s, "AB") != NULL);
    return 0;
}
