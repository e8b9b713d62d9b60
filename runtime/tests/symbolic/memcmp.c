// expect: proved
// memcmp and bcmp: zero exactly when all bytes are equal, sign of the first difference.
#include <klee/klee.h>
#include <string.h>
#include <strings.h>

int main(void) {
    unsigned char a[4], b[4];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    int equal = a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
    int order = memcmp(a, b, 4);
    klee_assert((order == 0) == equal);
    klee_assert((bcmp(a, b, 4) == 0) == equal);
    if (a[0] < b[0])
        klee_assert(order < 0);
    if (a[0] == b[0] && a[1] > b[1])
        klee_assert(order > 0);
    return 0;
}
