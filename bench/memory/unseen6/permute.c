/* All orders of at most six letters, a copy of the rest at each level. memory: permute => heap 28 */
#include <stdlib.h>
#include <string.h>

static unsigned found;

static void orders(const char *rest, unsigned n) {
    if (n == 0) {
        found++;
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        char *less = malloc(n);
        if (!less) return;
        memcpy(less, rest, i);
        memcpy(less + i, rest + i + 1, n - 1 - i);
        orders(less, n - 1);
        free(less);
    }
}

unsigned permute(unsigned n) {
    if (n > 6) n = 6;
    char *letters = malloc(n + 1);
    if (!letters) return 0;
    for (unsigned i = 0; i < n; i++) letters[i] = (char)('a' + i);
    letters[n] = '\0';
    found = 0;
    orders(letters, n);
    free(letters);
    return found;
}
