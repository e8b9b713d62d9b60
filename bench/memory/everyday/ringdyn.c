/* A byte ring with a power-of-two capacity that doubles. memory: ringdyn => heap 48 */
#include <stdlib.h>
#include <string.h>
struct ring { unsigned char *b; unsigned cap, head, n; };
static int push(struct ring *r, unsigned char c) {
    if (r->n == r->cap) {
        unsigned nc = r->cap ? r->cap * 2 : 4;
        unsigned char *p = malloc(nc);
        if (!p) return -1;
        for (unsigned i = 0; i < r->n; i++) p[i] = r->b[(r->head + i) % r->cap];
        free(r->b);
        r->b = p; r->head = 0; r->cap = nc;
    }
    r->b[(r->head + r->n) % r->cap] = c;
    r->n++;
    return 0;
}
int ringdyn(unsigned n) {
    struct ring r = {0, 0, 0, 0};
    if (n > 20) n = 20;
    for (unsigned i = 0; i < n; i++) if (push(&r, (unsigned char)i)) break;
    int s = 0;
    while (r.n) { s += r.b[r.head]; r.head = (r.head + 1) % r.cap; r.n--; }
    free(r.b);
    return s;
}
