// expect: proved
// Four bytes in order, none lost.
#include <klee/klee.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    unsigned char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    int sum = s[0] + s[1] + s[2] + s[3];
    qsort(s, 4, 1, compare);
    klee_assert(s[0] <= s[1] && s[1] <= s[2] && s[2] <= s[3]);
    klee_assert(s[0] + s[1] + s[2] + s[3] == sum);
    return 0;
}
