// expect: unknown
// A back-reference is no automaton's: its search is reported as unsupported.
#include <klee/klee.h>
#include <regex.h>

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    regex_t r;
    klee_assert(regcomp(&r, "\\(.\\)\\1", 0) == 0 && r.re_nsub == 1);
    klee_assert(regexec(&r, text, 0, 0, 0) != 0 || text[0] != 0);
    regfree(&r);
    return 0;
}
