/* A growing string: +1.5 per growth with realloc. memory: strbuild => heap 67 */
#include <stdlib.h>
#include <string.h>
struct sb { char *s; size_t n, cap; };
static int add(struct sb *b, char c) {
    if (b->n + 1 >= b->cap) {
        size_t c2 = b->cap < 8 ? 8 : b->cap + b->cap / 2;
        char *p = realloc(b->s, c2);
        if (!p) return -1;
        b->s = p; b->cap = c2;
    }
    b->s[b->n++] = c;
    b->s[b->n] = 0;
    return 0;
}
/* capacities 8 12 18 27 40 60; n = 40 chars: n+1 >= cap at 39+1>=40 so 60: 40 + 60 = 100 at n = 40; 39 chars: 38+1 = 39 < 40 */
int strbuild(unsigned n) {
    struct sb b = {0, 0, 0};
    if (n > 30) n = 30;
    for (unsigned i = 0; i < n; i++) if (add(&b, (char)('a' + i % 26))) break;
    int r = (int)b.n;
    free(b.s);
    return r;
}
