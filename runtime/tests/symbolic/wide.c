// expect: proved
// flags: -- -fno-builtin
// Wide characters of the C locale are the ASCII bytes; error ends the program
// when it is asked to.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <error.h>
#include <klee/klee.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    signed char byte;
    klee_make_symbolic(&byte, sizeof byte, "byte");
    klee_assume(byte >= 0);
    char s[2] = {byte, 0}, back[8];
    wchar_t c = -1;
    mbstate_t state = {0};
    size_t n = mbrtowc(&c, s, 1, &state);
    klee_assert(n == (byte != 0) && c == byte && mbsinit(&state));
    klee_assert(mbrtowc(&c, s, 0, &state) == (size_t)-2);
    klee_assert(wcrtomb(back, c, &state) == 1 && back[0] == byte);
    klee_assert(btowc(byte) == (wint_t)byte && wctob((wint_t)byte) == byte);
    klee_assert(!iswprint((wint_t)c) == !isprint(byte) && !iswspace((wint_t)c) == !isspace(byte));
    klee_assert(!iswalpha((wint_t)c) == !isalpha(byte) && !iswdigit((wint_t)c) == !isdigit(byte));
    klee_assert(!iswalnum((wint_t)c) == !isalnum(byte));
    klee_assert(towlower((wint_t)c) == (wint_t)tolower(byte));
    klee_assert(towupper((wint_t)c) == (wint_t)toupper(byte));
    klee_assert(wcwidth(c) == (byte == 0 ? 0 : isprint(byte) ? 1 : -1));
    wchar_t text[3] = {c, 'x', 0};
    klee_assert(wcslen(text) == (byte == 0 ? 0 : 2));
    klee_assert(strcmp(nl_langinfo(RADIXCHAR), ".") == 0);
    klee_assert(!__freading(stdout));
    error(0, 0, "%s", s);
    error(3, EINVAL, "the end");
    klee_assert(0);
    return 0;
}
