// expect: proved
// A symbolic number that is printed to a stream has any length it can have.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    int n = printf("<%8.2f>\n", x);
    klee_assert(n >= 11 && n < 400);
    return 0;
}
