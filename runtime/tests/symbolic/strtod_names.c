// expect: proved
// flags: -- -fno-builtin
// atof, strtof and strtold of a digit, a point and a digit.
#include "choose.h"
#include <stdlib.h>

int main(void) {
    char s[] = "-0.0z", *end;
    unsigned tens = choose(4, "before"), ones = choose(4, "after");
    s[1] = (char)('0' + tens);
    s[3] = (char)('0' + 2 * ones);
    double want = -(double)(10 * tens + 2 * ones) / 10;
    klee_assert(atof(s) == want && strtod(s, &end) == want && end == s + 4);
    klee_assert(strtof(s, &end) == (float)want && end == s + 4);
    klee_assert(strtold(s, &end) == -(long double)(10 * tens + 2 * ones) / 10 && end == s + 4);
    return 0;
}
