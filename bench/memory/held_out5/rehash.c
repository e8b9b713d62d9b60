/* A set of numbers with chains that grows to twice its buckets, up to 60 numbers. memory: distinct => heap 1,216 */
#include <stdlib.h>

struct node { unsigned key; struct node *next; };

struct set { struct node **buckets; unsigned cap, n; };

static int set_init(struct set *s) {
    s->cap = 8;
    s->n = 0;
    s->buckets = calloc(s->cap, sizeof *s->buckets);
    return s->buckets != NULL;
}

static int grow(struct set *s) {
    unsigned cap = s->cap * 2;
    struct node **b = calloc(cap, sizeof *b);
    if (!b) return 0;
    for (unsigned i = 0; i < s->cap; i++) {
        struct node *n = s->buckets[i];
        while (n) {
            struct node *next = n->next;
            n->next = b[n->key % cap];
            b[n->key % cap] = n;
            n = next;
        }
    }
    free(s->buckets);
    s->buckets = b;
    s->cap = cap;
    return 1;
}

static int insert(struct set *s, unsigned key) {
    for (struct node *n = s->buckets[key % s->cap]; n; n = n->next)
        if (n->key == key) return 0;
    if (s->n >= 2 * s->cap && !grow(s)) return -1;
    struct node *n = malloc(sizeof *n);
    if (!n) return -1;
    n->key = key;
    n->next = s->buckets[key % s->cap];
    s->buckets[key % s->cap] = n;
    s->n++;
    return 1;
}

static void set_free(struct set *s) {
    for (unsigned i = 0; i < s->cap; i++) {
        struct node *n = s->buckets[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    free(s->buckets);
}

unsigned distinct(unsigned n, unsigned seed) {
    struct set s;
    if (n > 60) n = 60;
    if (!set_init(&s)) return 0;
    for (unsigned i = 0; i < n; i++) {
        seed = seed * 69069u + 1u;
        insert(&s, seed >> 10);
    }
    unsigned d = s.n;
    set_free(&s);
    return d;
}
