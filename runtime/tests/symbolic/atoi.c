// expect: proved
// atoi of two digits with a sign.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    int value = atoi(s);
    klee_assert(value >= -99 && value <= 999);
    if (s[0] == '-' && s[1] >= '0' && s[1] <= '9' && s[2] == 0)
        klee_assert(value == -(s[1] - '0'));
    if (s[0] >= 'a')
        klee_assert(value == 0);
    return 0;
}
