/* A binary heap of jobs that owns their payloads. memory: prio_queue => heap */
#include <stdlib.h>
struct job { int prio; void *payload; };
struct heap { struct job *a; int n, cap; };
static int push(struct heap *h, int prio, unsigned size) {
    if (h->n == h->cap) {
        int cap = h->cap ? h->cap * 2 : 4;
        struct job *a = realloc(h->a, (size_t)cap * sizeof *a);
        if (!a) return -1;
        h->a = a;
        h->cap = cap;
    }
    void *p = malloc(size);
    if (!p) return -1;
    int i = h->n++;
    while (i && h->a[(i - 1) / 2].prio < prio) {
        h->a[i] = h->a[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->a[i].prio = prio;
    h->a[i].payload = p;
    return 0;
}
static int pop(struct heap *h) {
    if (!h->n) return -1;
    struct job top = h->a[0], last = h->a[--h->n];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->n) break;
        if (c + 1 < h->n && h->a[c + 1].prio > h->a[c].prio) c++;
        if (h->a[c].prio <= last.prio) break;
        h->a[i] = h->a[c];
        i = c;
    }
    if (h->n) h->a[i] = last;
    free(top.payload);
    return top.prio;
}
int prio_queue(int a, int b, int c, unsigned char size) {
    struct heap h = {0};
    int s = 0;
    push(&h, a, size + 1u);
    push(&h, b, 16);
    push(&h, c, 24);
    s += pop(&h);
    push(&h, a ^ b, 40);
    push(&h, b ^ c, 8);
    push(&h, 7, 12);
    while (h.n) s ^= pop(&h);
    free(h.a);
    return s;
}
