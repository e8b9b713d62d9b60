// expect: proved
// strspn and strcspn part the string; strpbrk points at the part's end.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    size_t in = strspn(s, "ab"), out = strcspn(s, "ab");
    klee_assert(in == 0 || out == 0);
    klee_assert(s[in] != 'a' && s[in] != 'b');
    klee_assert(s[out] == 0 || s[out] == 'a' || s[out] == 'b');
    char *p = strpbrk(s, "ab");
    klee_assert(p == (s[out] == 0 ? NULL : s + out));
    return 0;
}
