/* Arenas in chunks of 64 bytes; larger ones have chunks of their own; reset keeps the first. memory: requests --buffer 6 => heap 576 */
#include <stdint.h>
#include <stdlib.h>
struct chunk { struct chunk *next; uint32_t size, used; unsigned char data[]; };
struct arena { struct chunk *first; };
static struct chunk *chunk(uint32_t n) {
    struct chunk *c = malloc(sizeof *c + n);
    if (c) { c->next = NULL; c->size = n; c->used = 0; }
    return c;
}
static void *take(struct arena *a, uint32_t n) {
    n = (n + 7u) & ~7u;
    if (!a->first || a->first->size - a->first->used < n) {
        struct chunk *c = chunk(n > 64 ? n : 64);
        if (!c) return NULL;
        c->next = a->first;
        a->first = c;
    }
    void *p = a->first->data + a->first->used;
    a->first->used += n;
    return p;
}
static void reset(struct arena *a) {
    while (a->first && a->first->next) { struct chunk *c = a->first; a->first = c->next; free(c); }
    if (a->first) a->first->used = 0;
}
int requests(const uint8_t n[6]) {
    struct arena a = {NULL};
    int served = 0;
    for (int i = 0; i < 6; i++) {
        if (n[i] == 0) reset(&a);
        else if (n[i] <= 80 && take(&a, n[i])) served++;
    }
    reset(&a);
    free(a.first);
    return served;
}
/* 6 * (16 + 80) = 576 */
