// expect: proved
// strcmp is antisymmetric and agrees with strncmp and with equality of bytes.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char a[4], b[4];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    a[3] = b[3] = 0;
    int x = strcmp(a, b), y = strcmp(b, a);
    klee_assert((x < 0) == (y > 0) && (x == 0) == (y == 0));
    int n = strncmp(a, b, 4);
    klee_assert((x < 0) == (n < 0) && (x == 0) == (n == 0));
    if (x == 0)
        klee_assert(a[0] == b[0] && (a[0] == 0 || a[1] == b[1]));
    klee_assert(strncmp(a, b, 0) == 0);
    return 0;
}
