// expect: proved
// strchr finds the first and strrchr the last place, the terminator included.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    char *first = strchr(s, 'x'), *last = strrchr(s, 'x');
    klee_assert((first == NULL) == (last == NULL));
    if (first != NULL)
        klee_assert(*first == 'x' && *last == 'x' && first <= last && last < s + strlen(s));
    klee_assert(strchr(s, 0) == s + strlen(s));
    klee_assert(strchrnul(s, 'x') == (first != NULL ? first : s + strlen(s)));
    return 0;
}
