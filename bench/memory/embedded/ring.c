/* A ring buffer of words whose capacity is an input. memory: ring => heap 1,048 */
#include <stdlib.h>
struct ring { int *data; unsigned cap, head, count; };
static struct ring *ring_new(unsigned cap) {
    struct ring *r = malloc(sizeof *r);
    if (!r) return NULL;
    r->data = malloc(cap * sizeof *r->data);
    if (!r->data) { free(r); return NULL; }
    r->cap = cap; r->head = 0; r->count = 0;
    return r;
}
static int ring_push(struct ring *r, int v) {
    if (r->count == r->cap) return -1;
    r->data[(r->head + r->count) % r->cap] = v;
    r->count++;
    return 0;
}
static int ring_pop(struct ring *r, int *v) {
    if (r->count == 0) return -1;
    *v = r->data[r->head];
    r->head = (r->head + 1) % r->cap;
    r->count--;
    return 0;
}
int ring(unsigned cap, unsigned rounds) {
    if (cap == 0 || cap > 256) return -1;
    struct ring *r = ring_new(cap);
    if (!r) return -2;
    int sum = 0, v;
    for (unsigned i = 0; i < rounds; i++) {
        if (ring_push(r, (int)i) < 0 && ring_pop(r, &v) == 0) sum ^= v;
    }
    free(r->data);
    free(r);
    return sum;
}
