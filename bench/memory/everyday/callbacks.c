/* A table of handlers, each with its own need. memory: callbacks --buffer 4 => heap 95 */
#include <stdlib.h>
typedef int (*fn)(unsigned);
static int none(unsigned x) { return (int)x; }
static int small(unsigned x) { char *p = malloc(16 + x); free(p); return 0; }
static int big(unsigned x) { char *p = malloc(64); if (!p) return -1; int r = small(x); free(p); return r; }
static fn table[3] = {none, small, big};
int callbacks(const unsigned char c[4]) {
    int r = 0;
    for (int i = 0; i < 4; i++) {
        if (c[i] % 4 == 3) continue;
        r += table[c[i] % 4](c[i] >> 4);
    }
    return r;
}
