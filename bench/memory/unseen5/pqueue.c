/* A heap of tasks by time, the array doubles; at most 50 tasks. memory: run_tasks => heap 768 */
#include <stdlib.h>

struct task { unsigned due; unsigned id; };

struct heap { struct task *a; unsigned n, cap; };

static int heap_push(struct heap *h, struct task t) {
    if (h->n == h->cap) {
        unsigned cap = h->cap ? h->cap * 2 : 4;
        struct task *a = realloc(h->a, cap * sizeof *a);
        if (!a) return -1;
        h->a = a;
        h->cap = cap;
    }
    unsigned i = h->n++;
    while (i > 0 && h->a[(i - 1) / 2].due > t.due) {
        h->a[i] = h->a[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->a[i] = t;
    return 0;
}

static struct task heap_pop(struct heap *h) {
    struct task top = h->a[0], last = h->a[--h->n];
    unsigned i = 0;
    for (;;) {
        unsigned c = 2 * i + 1;
        if (c >= h->n) break;
        if (c + 1 < h->n && h->a[c + 1].due < h->a[c].due) c++;
        if (last.due <= h->a[c].due) break;
        h->a[i] = h->a[c];
        i = c;
    }
    h->a[i] = last;
    return top;
}

unsigned run_tasks(unsigned n, unsigned seed) {
    struct heap h = {0, 0, 0};
    unsigned sum = 0;
    if (n > 50) n = 50;
    for (unsigned i = 0; i < n; i++) {
        struct task t = {(seed >> (i % 7)) & 0xff, i};
        if (heap_push(&h, t) != 0) break;
    }
    while (h.n) sum = sum * 31 + heap_pop(&h).id;
    free(h.a);
    return sum;
}
