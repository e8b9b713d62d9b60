/* Words to counts: chains, doubled at a load of two; keys copied. memory: main --args sym:2,sym:2,sym:2,sym:2,sym:2 => heap 167 */
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *key; int n; };
struct map { struct node **b; unsigned buckets, used; };
static unsigned hash(const char *s) { unsigned h = 0; while (*s) h = h * 31 + (unsigned char)*s++; return h; }
static void grow(struct map *m) {
    unsigned n = m->buckets * 2;
    struct node **b = calloc(n, sizeof *b);
    if (!b) return;
    for (unsigned i = 0; i < m->buckets; i++)
        while (m->b[i]) {
            struct node *x = m->b[i];
            m->b[i] = x->next;
            x->next = b[hash(x->key) % n];
            b[hash(x->key) % n] = x;
        }
    free(m->b);
    m->b = b;
    m->buckets = n;
}
static int add(struct map *m, const char *k) {
    unsigned h = hash(k);
    for (struct node *x = m->b[h % m->buckets]; x; x = x->next)
        if (!strcmp(x->key, k)) return ++x->n;
    if (m->used >= m->buckets * 2) grow(m);
    struct node *x = malloc(sizeof *x);
    if (!x) return -1;
    x->key = strdup(k);
    x->n = 1;
    x->next = m->b[h % m->buckets];
    m->b[h % m->buckets] = x;
    m->used++;
    return 1;
}
int main(int argc, char **argv) {
    struct map m = {calloc(2, sizeof *m.b), 2, 0};
    int most = 0;
    if (!m.b) return 1;
    for (int i = 1; i < argc; i++) { int n = add(&m, argv[i]); if (n > most) most = n; }
    for (unsigned i = 0; i < m.buckets; i++)
        while (m.b[i]) { struct node *x = m.b[i]; m.b[i] = x->next; free(x->key); free(x); }
    free(m.b);
    return most;
}
/* After growing 32 + 5 * (24 + 3) = 167; while growing 16 + 32 + 4 * 27 = 156. */
