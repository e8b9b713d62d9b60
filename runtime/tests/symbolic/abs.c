// expect: proved
// abs and div of every int that has a magnitude.
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x != INT_MIN);
    klee_assert(abs(x) >= 0 && (abs(x) == x || abs(x) == -x));
    klee_assert(labs(x) == abs(x) && llabs(x) == abs(x));
    div_t d = div(x, 8);
    klee_assert(d.quot * 8 + d.rem == x && abs(d.rem) < 8);
    return 0;
}
