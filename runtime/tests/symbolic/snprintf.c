// expect: proved
// What is printed reads back, and the length is right.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    signed char value;
    char text[8];
    klee_make_symbolic(&value, sizeof value, "value");
    int n = snprintf(text, sizeof text, "%d", value);
    klee_assert(n >= 1 && n <= 4 && strlen(text) == (size_t)n);
    klee_assert(atoi(text) == value);
    n = snprintf(text, 3, "%05d", value);
    klee_assert(n == 5 && strlen(text) == 2);
    n = snprintf(text, sizeof text, "%#x|", (unsigned char)value);
    klee_assert(n >= 2 && text[n - 1] == '|');
    return 0;
}
