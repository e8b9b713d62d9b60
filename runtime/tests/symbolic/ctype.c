// expect: proved
// The classes of C: their inclusions and the case conversions.
#include <ctype.h>
#include <klee/klee.h>

int main(void) {
    unsigned char byte;
    klee_make_symbolic(&byte, sizeof byte, "byte");
    int c = byte;
    int alpha = isalpha(c) != 0, digit = isdigit(c) != 0, alnum = isalnum(c) != 0;
    int upper = isupper(c) != 0, lower = islower(c) != 0, graph = isgraph(c) != 0;
    int space = isspace(c) != 0, print = isprint(c) != 0, punct = ispunct(c) != 0;
    int cntrl = iscntrl(c) != 0, blank = isblank(c) != 0, hex = isxdigit(c) != 0;
    klee_assert(alpha == (upper | lower) && !(upper & lower));
    klee_assert(alnum == (alpha | digit) && !(alpha & digit));
    klee_assert(graph == (alnum | punct) && !(alnum & punct));
    klee_assert(print == (graph | (c == ' ')) && !(print & cntrl));
    klee_assert(!blank | space);
    klee_assert(!digit | hex);
    klee_assert(!!islower(tolower(c)) == alpha && !!isupper(toupper(c)) == alpha);
    return 0;
}
