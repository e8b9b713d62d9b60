// expect: violated
// The second group of a line "name=number" is not always a number.
#include <klee/klee.h>
#include <regex.h>

int main(void) {
    char line[6];
    klee_make_symbolic(line, sizeof line, "line");
    line[5] = 0;
    regex_t r;
    regmatch_t m[3];
    if (regcomp(&r, "^([a-z]+)=([0-9]*)$", REG_EXTENDED) != 0)
        return 2;
    if (regexec(&r, line, 3, m, 0) == 0) {
        klee_assert(line[m[1].rm_eo] == '=');
        klee_assert(m[2].rm_eo - m[2].rm_so < 4);
        klee_assert(line[m[2].rm_so] != 0); // bug: assertion-failure
    }
    regfree(&r);
    return 0;
}
