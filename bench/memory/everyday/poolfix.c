/* A fixed pool made at start, a free list in it. memory: poolfix --buffer 8 => heap 528 */
#include <stdlib.h>
struct blk { struct blk *next; char pay[56]; };
struct pool { struct blk *base, *free; };
static struct pool *mk(unsigned n) {
    struct pool *p = malloc(sizeof *p);
    if (!p) return 0;
    p->base = malloc(n * sizeof(struct blk));
    if (!p->base) { free(p); return 0; }
    p->free = 0;
    for (unsigned i = 0; i < n; i++) { p->base[i].next = p->free; p->free = &p->base[i]; }
    return p;
}
int poolfix(const unsigned char ops[8]) {
    struct pool *p = mk(8);
    struct blk *held[8]; int n = 0;
    if (!p) return -1;
    for (int i = 0; i < 8; i++) {
        if (ops[i] & 1) { if (p->free && n < 8) { held[n] = p->free; p->free = p->free->next; n++; } }
        else if (n) { n--; held[n]->next = p->free; p->free = held[n]; }
    }
    free(p->base); free(p);
    return n;
}
