// expect: proved
// strlen: the only terminator is at the end; strnlen cuts.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[6];
    klee_make_symbolic(s, sizeof s, "s");
    s[5] = 0;
    size_t n = strlen(s);
    klee_assert(n <= 5 && s[n] == 0);
    for (size_t i = 0; i < n; i++)
        klee_assert(s[i] != 0);
    klee_assert(strnlen(s, 3) == (n < 3 ? n : 3));
    return 0;
}
