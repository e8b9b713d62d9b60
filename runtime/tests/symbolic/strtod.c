// expect: proved
// One digit, a point and one digit: the nearest double.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[4] = "0.5", *end;
    klee_make_symbolic(&s[0], 1, "digit");
    klee_assume(s[0] >= '0' && s[0] <= '9');
    double value = strtod(s, &end);
    klee_assert(end == s + 3);
    klee_assert(value == (s[0] - '0') + 0.5);
    return 0;
}
