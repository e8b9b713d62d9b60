/* A hash map with chains, keys put in and taken out. memory: hashchain --buffer 6 => heap 160 */
#include <stdlib.h>
struct node { unsigned key; int value; struct node *next; };
struct map { struct node **bucket; unsigned n, mask; };
static struct node **find(struct map *m, unsigned key) {
    struct node **p = &m->bucket[(key * 2654435761u >> 16) & m->mask];
    while (*p && (*p)->key != key) p = &(*p)->next;
    return p;
}
static void put(struct map *m, unsigned key, int value) {
    struct node **p = find(m, key);
    if (!*p) {
        struct node *n = malloc(sizeof *n);
        if (!n) return;
        n->key = key; n->next = NULL;
        *p = n; m->n++;
    }
    (*p)->value = value;
}
static void drop(struct map *m, unsigned key) {
    struct node **p = find(m, key), *n = *p;
    if (!n) return;
    *p = n->next;
    free(n); m->n--;
}
int hashchain(const unsigned char cmd[6]) {
    struct map m = {calloc(8, sizeof(struct node *)), 0, 7};
    if (!m.bucket) return -1;
    for (int i = 0; i < 6; i++) {
        if (cmd[i] & 0x80) drop(&m, cmd[i] & 0x7f);
        else put(&m, cmd[i], i);
    }
    int n = (int)m.n;
    for (unsigned b = 0; b <= m.mask; b++)
        for (struct node *p = m.bucket[b], *q; p; p = q) { q = p->next; free(p); }
    free(m.bucket);
    return n;
}
/* 64 + 6 * 16 = 160 */
