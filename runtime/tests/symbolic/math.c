// expect: proved
// Rounding functions stand in order; the parts of a number make it whole.
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= -1000 && x <= 1000);
    klee_assert(floor(x) <= x && x <= ceil(x));
    klee_assert(fabs(trunc(x)) <= fabs(x));
    klee_assert(fmax(x, 0) >= 0 && fmin(x, 0) <= 0);
    klee_assert(round(2.5) == 3 && rint(2.5) == 2);
    return 0;
}
