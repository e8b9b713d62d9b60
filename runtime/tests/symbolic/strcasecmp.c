// expect: proved
// strcasecmp does not see the case of ASCII letters.
#include <ctype.h>
#include <klee/klee.h>
#include <strings.h>

int main(void) {
    char a[3], b[3];
    klee_make_symbolic(a, sizeof a, "a");
    a[2] = 0;
    for (int i = 0; i < 3; i++)
        b[i] = (char)toupper((unsigned char)a[i]);
    klee_assert(strcasecmp(a, b) == 0);
    klee_assert(strncasecmp(a, b, 2) == 0);
    return 0;
}
