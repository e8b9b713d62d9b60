// expect: proved
// memchr finds the first, memrchr the last place; memmem a pair.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    char *first = memchr(s, 'x', 4), *last = memrchr(s, 'x', 4);
    klee_assert((first == NULL) == (last == NULL));
    if (first != NULL) {
        klee_assert(*first == 'x' && *last == 'x' && first <= last);
        for (char *p = s; p < first; p++)
            klee_assert(*p != 'x');
        for (char *p = last + 1; p < s + 4; p++)
            klee_assert(*p != 'x');
    }
    char *pair = memmem(s, 4, "ab", 2);
    if (pair != NULL)
        klee_assert(pair <= s + 2 && pair[0] == 'a' && pair[1] == 'b');
    else
        klee_assert(!(s[0] == 'a' && s[1] == 'b') && !(s[2] == 'a' && s[3] == 'b'));
    return 0;
}
