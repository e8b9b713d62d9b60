// expect: proved
// flags: --max-paths 3
// A search without places is one path: the second one of two is the program's, and
// a third would reach the limit.
#include <klee/klee.h>
#include <regex.h>

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 6; i++)
        klee_assume(text[i] != 0);
    text[6] = 0;
    regex_t r;
    if (regcomp(&r, "^[a-z]+=[0-9]*$", REG_EXTENDED) != 0)
        return 2;
    if (regexec(&r, text, 0, 0, 0) == 0)
        klee_assert(text[0] >= 'a');
    regfree(&r);
    return 0;
}
