// expect: proved
// Output of a symbolic number is one path; the result counts its characters.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int value;
    klee_make_symbolic(&value, sizeof value, "value");
    int n = printf("%d\n", value);
    klee_assert(n >= 2 && n <= 12);
    klee_assert((value >= 0 && value < 10) == (n == 2));
    n = printf("%08x %c %s\n", value, value, "text");
    klee_assert(n == 16);
    n = printf("%-20d|%+.3d", value, value);
    klee_assert(n >= 25);
    klee_assert(puts("text") >= 0 && putchar(value) == (unsigned char)value);
    return 0;
}
