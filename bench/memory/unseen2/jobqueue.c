/* A priority queue as a binary heap that grows by half. memory: main --stdin 8 => heap 120 */
/* room for 4, 6 and 9 jobs of 8 bytes: 48 + 72 while it moves */
#include <stdio.h>
#include <stdlib.h>
struct job { int prio; int id; };
struct heap { struct job *at; size_t n, cap; };
static int push(struct heap *h, struct job j) {
    if (h->n == h->cap) {
        size_t cap = h->cap < 4 ? 4 : h->cap + h->cap / 2;
        struct job *p = realloc(h->at, cap * sizeof *p);
        if (!p) return -1;
        h->at = p; h->cap = cap;
    }
    size_t i = h->n++;
    while (i && h->at[(i - 1) / 2].prio < j.prio) { h->at[i] = h->at[(i - 1) / 2]; i = (i - 1) / 2; }
    h->at[i] = j;
    return 0;
}
static struct job pop(struct heap *h) {
    struct job top = h->at[0], last = h->at[--h->n];
    size_t i = 0, c;
    while ((c = 2 * i + 1) < h->n) {
        if (c + 1 < h->n && h->at[c + 1].prio > h->at[c].prio) c++;
        if (h->at[c].prio <= last.prio) break;
        h->at[i] = h->at[c]; i = c;
    }
    h->at[i] = last;
    return top;
}
int main(void) {
    struct heap h = {0};
    int c, id = 0, sum = 0;
    while ((c = getchar()) != EOF) {
        if (c == '.') { if (h.n) sum += pop(&h).id; }
        else push(&h, (struct job){c, id++});
    }
    while (h.n) sum += pop(&h).prio;
    free(h.at);
    return sum & 1;
}
