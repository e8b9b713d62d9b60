// expect: proved
// What regular expressions match of every text of at most three bytes.
#define _GNU_SOURCE
#define _REGEX_RE_COMP
#include <klee/klee.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c) {
    return c >= '0' && c <= '9';
}

static int lower(char c) {
    return c >= 'a' && c <= 'z';
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[3] == 0);
    int size = (int)strlen(text);

    /* Without places there is one path. */
    regex_t r;
    klee_assert(regcomp(&r, "^[a-z]=[0-9]*$", REG_EXTENDED | REG_NOSUB) == 0);
    int matches = regexec(&r, text, 0, NULL, 0) == 0;
    klee_assert(matches == (lower(text[0]) && text[1] == '=' && (size == 2 || digit(text[2]))));
    regfree(&r);

    /* The places of the groups. */
    regmatch_t m[3];
    klee_assert(regcomp(&r, "([a-z])([0-9]+)", REG_EXTENDED) == 0 && r.re_nsub == 2);
    if (regexec(&r, text, 3, m, 0) == 0) {
        klee_assert(m[1].rm_so == m[0].rm_so && m[1].rm_eo == m[2].rm_so);
        klee_assert(m[2].rm_eo == m[0].rm_eo && m[1].rm_eo == m[1].rm_so + 1);
        klee_assert(lower(text[m[1].rm_so]) && digit(text[m[2].rm_so]));
        klee_assert(!digit(text[m[0].rm_eo]));
    } else {
        klee_assert(!(size > 1 && lower(text[0]) && digit(text[1])));
        klee_assert(!(size > 2 && lower(text[1]) && digit(text[2])));
    }
    regfree(&r);

    /* Errors and their texts. */
    char message[32];
    klee_assert(regcomp(&r, "a\\(", 0) == REG_EPAREN);
    klee_assert(regerror(REG_EPAREN, &r, message, sizeof message) == 18);
    klee_assert(strcmp(message, "Unmatched ( or \\(") == 0);

    /* GNU's interface. */
    struct re_pattern_buffer b;
    struct re_registers regs;
    char map[256];
    memset(&b, 0, sizeof b);
    klee_assert(re_set_syntax(RE_SYNTAX_EMACS) == 0 && re_syntax_options == RE_SYNTAX_EMACS);
    b.fastmap = map;
    klee_assert(re_compile_pattern("x\\(.\\)", 5, &b) != NULL);
    klee_assert(re_compile_pattern("x\\(.\\)", 6, &b) == NULL && re_compile_fastmap(&b) == 0);
    klee_assert(map['x'] && !map['y']);
    re_set_registers(&b, &regs, 0, NULL, NULL);
    int at = re_search(&b, text, size, 0, size, &regs);
    klee_assert(at == -1 || (text[at] == 'x' && regs.start[1] == at + 1 && regs.end[1] == at + 2));
    klee_assert((at == 0) == (re_match(&b, text, size, 0, NULL) == 2));
    klee_assert(re_search_2(&b, text, size, NULL, 0, 0, size, NULL, size) == at);
    klee_assert((at == 0) == (re_match_2(&b, NULL, 0, text, size, 0, NULL, size) == 2));
    b.fastmap = NULL;
    regfree(&b);
    free(regs.start);
    free(regs.end);
    klee_assert(re_comp("x.") == NULL && re_exec(text) == (at >= 0));
    return 0;
}
