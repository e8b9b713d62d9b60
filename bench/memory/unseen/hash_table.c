/* A hash table with chains that is grown once it is full. memory: hash_table => heap */
#include <stdlib.h>
struct entry { unsigned key, value; struct entry *next; };
struct table { struct entry **slots; unsigned n, used; };
static int init(struct table *t, unsigned n) {
    t->slots = calloc(n, sizeof *t->slots);
    t->n = n;
    t->used = 0;
    return t->slots ? 0 : -1;
}
static int grow(struct table *t) {
    unsigned n = t->n * 2;
    struct entry **s = calloc(n, sizeof *s);
    if (!s) return -1;
    for (unsigned i = 0; i < t->n; i++)
        while (t->slots[i]) {
            struct entry *e = t->slots[i];
            t->slots[i] = e->next;
            e->next = s[e->key % n];
            s[e->key % n] = e;
        }
    free(t->slots);
    t->slots = s;
    t->n = n;
    return 0;
}
static int put(struct table *t, unsigned key, unsigned value) {
    for (struct entry *e = t->slots[key % t->n]; e; e = e->next)
        if (e->key == key) { e->value = value; return 0; }
    if (t->used >= t->n && grow(t)) return -1;
    struct entry *e = malloc(sizeof *e);
    if (!e) return -1;
    e->key = key; e->value = value;
    e->next = t->slots[key % t->n];
    t->slots[key % t->n] = e;
    t->used++;
    return 0;
}
static void done(struct table *t) {
    for (unsigned i = 0; i < t->n; i++) {
        struct entry *e = t->slots[i];
        while (e) { struct entry *n = e->next; free(e); e = n; }
    }
    free(t->slots);
}
int hash_table(unsigned n) {
    struct table t;
    if (init(&t, 4)) return -1;
    if (n > 10) n = 10;
    for (unsigned i = 0; i < n; i++) if (put(&t, i * 7, i)) break;
    int r = (int)t.used;
    done(&t);
    return r;
}
