/* Slabs of four objects with a bitmap; an empty slab goes back. memory: slabs_main --buffer 9 => heap 432 */
#include <stdint.h>
#include <stdlib.h>
struct slab { struct slab *next; uint32_t used, pad; uint8_t obj[4][32]; };   /* 144 */
static struct slab *slabs;
static void *get(void) {
    struct slab *s;
    for (s = slabs; s; s = s->next) if (s->used != 15) break;
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s) return NULL;
        s->next = slabs; slabs = s;
    }
    for (int i = 0; i < 4; i++)
        if (!(s->used & 1u << i)) { s->used |= 1u << i; return s->obj[i]; }
    return NULL;
}
static void put(void *p) {
    uint8_t *b = p;
    for (struct slab **l = &slabs; *l; l = &(*l)->next) {
        struct slab *s = *l;
        if (b < s->obj[0] || b >= s->obj[4 - 1] + 32) continue;
        s->used &= ~(1u << (b - s->obj[0]) / 32);
        if (!s->used) { *l = s->next; free(s); }
        return;
    }
}
int slabs_run(const uint8_t *op, int n) {
    void *held[9];
    int k = 0, most = 0;
    for (int i = 0; i < n; i++) {
        if (op[i] & 1) { if ((held[k] = get())) k++; if (k > most) most = k; }
        else if (k) put(held[--k]);
    }
    while (k) put(held[--k]);
    return most;
}
int slabs_main(const uint8_t *op, int n) { return n < 0 || n > 9 ? -1 : slabs_run(op, n); }
/* Nine objects: three slabs. */
