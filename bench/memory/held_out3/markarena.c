/* An arena with marks: release goes back to a mark, large requests are apart until then. memory: arena --buffer 8 => heap 728 */
#include <stdint.h>
#include <stdlib.h>
struct large { struct large *next; int depth; };         /* 16 */
struct arena { uint8_t *base; unsigned used, size; struct large *big; int depth; };
static void *take(struct arena *a, unsigned n) {
    if (n > 32) {
        struct large *l = malloc(sizeof *l + n);
        if (!l) return NULL;
        l->next = a->big; l->depth = a->depth; a->big = l;
        return l + 1;
    }
    if (a->used + n > a->size) return NULL;
    void *p = a->base + a->used;
    a->used += n;
    return p;
}
static void release(struct arena *a, unsigned mark) {
    while (a->big && a->big->depth >= a->depth) { struct large *l = a->big; a->big = l->next; free(l); }
    a->used = mark;
    a->depth--;
}
int arena(const uint8_t *op, int n) {
    if (n < 0 || n > 8) return -1;
    struct arena a = {malloc(96), 0, 96, NULL, 0};
    unsigned mark[9];
    int failed = 0;
    if (!a.base) return -1;
    for (int i = 0; i < n; i++) {
        if (op[i] == 0) { mark[a.depth] = a.used; a.depth++; }
        else if (op[i] == 1) { if (a.depth) { unsigned m = mark[a.depth - 1]; release(&a, m); } }
        else failed += !take(&a, op[i] & 63);
    }
    a.depth = 0;
    while (a.big) { struct large *l = a.big; a.big = l->next; free(l); }
    free(a.base);
    return failed;
}
/* Eight large ones of 63: 96 + 8 * (16 + 63). */
