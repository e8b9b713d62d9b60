/* A vector of pointers that grows by four. memory: vector => heap 268 */
#include <stdlib.h>
struct vector { void **items; size_t used, cap; };
static int append(struct vector *v, void *item) {
    if (v->used == v->cap) {
        void **grown = realloc(v->items, (v->cap + 4) * sizeof *grown);
        if (!grown) return -1;
        v->items = grown;
        v->cap += 4;
    }
    v->items[v->used++] = item;
    return 0;
}
int vector(unsigned n) {
    struct vector v = {0};
    if (n > 12) n = 12;
    for (unsigned i = 0; i < n; i++) {
        void *p = malloc(12);
        if (!p || append(&v, p) < 0) { free(p); break; }
    }
    int r = (int)v.used;
    for (size_t i = 0; i < v.used; i++) free(v.items[i]);
    free(v.items);
    return r;
}
