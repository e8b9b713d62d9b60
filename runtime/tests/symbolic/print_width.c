// expect: proved
// flags: --max-paths 40
// The width comes from the input: the padding is written in blocks, one path
// for each, and not in one for each column.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int width;
    klee_make_symbolic(&width, sizeof width, "width");
    klee_assume(width >= 0 && width <= 100000);
    int n = printf("%*d\n", width, 7);
    klee_assert(n == (width > 1 ? width : 1) + 1);
    return 0;
}
