/* Values in a small array or in a table with chains, as the caller says. memory: store => heap 456 */
#include <stdlib.h>

struct cell { int key; struct cell *next; };

struct table { struct cell *bucket[16]; int used; };

static int in_array(unsigned n) {
    int *a = malloc(n * sizeof *a);
    if (!a) return -1;
    for (unsigned i = 0; i < n; i++) a[i] = (int)(i * i);
    int last = n ? a[n - 1] : 0;
    free(a);
    return last;
}

static int in_table(unsigned n) {
    struct table *t = calloc(1, sizeof *t);
    if (!t) return -1;
    for (unsigned i = 0; i < n; i++) {
        struct cell *c = malloc(sizeof *c);
        if (!c) break;
        c->key = (int)(i * 7);
        c->next = t->bucket[c->key % 16];
        t->bucket[c->key % 16] = c;
        t->used++;
    }
    int used = t->used;
    for (int b = 0; b < 16; b++) {
        while (t->bucket[b]) {
            struct cell *c = t->bucket[b];
            t->bucket[b] = c->next;
            free(c);
        }
    }
    free(t);
    return used;
}

int store(int chained, unsigned n) {
    if (n > 20) n = 20;
    return chained ? in_table(n) : in_array(n);
}
