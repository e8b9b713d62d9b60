// expect: violated
// flags: --max-paths 20
// A length of six digits has a path for each value: as one formula it would be
// a million terms, and again for each call.
#include <klee/klee.h>
#include <string.h>

static char text[900000], copy[900000];

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n > 100000 && n <= 900000);
    memset(text, ' ', n);
    memcpy(copy, text, n);
    klee_assert(copy[n / 2] != ' '); // bug: assertion-failure
    return 0;
}
