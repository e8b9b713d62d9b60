// expect: proved
// Floating-point numbers that are known are printed exactly.
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[64];
    unsigned char cut;
    klee_make_symbolic(&cut, sizeof cut, "cut");
    int n = snprintf(text, sizeof text, "%.2f %g %e %a", 2.675, 0.1, 1e100, 0.5);
    klee_assert(strcmp(text, "2.67 0.1 1.000000e+100 0x1p-1") == 0);
    klee_assert(text[cut % 30] != 'x' || cut % 30 == (unsigned)(n - 5));
    return 0;
}
