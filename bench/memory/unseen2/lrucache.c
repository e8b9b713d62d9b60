/* A cache of three pages, the one used last leaves last. memory: lrucache --buffer 6 => heap 264 */
#include <stdlib.h>
#include <string.h>
struct page { struct page *prev, *next; int key; unsigned char data[64]; };   /* 88 */
struct cache { struct page *head, *tail; int n; };
static void unlink_page(struct cache *c, struct page *p) {
    if (p->prev) p->prev->next = p->next; else c->head = p->next;
    if (p->next) p->next->prev = p->prev; else c->tail = p->prev;
    c->n--;
}
static void to_front(struct cache *c, struct page *p) {
    p->prev = NULL; p->next = c->head;
    if (c->head) c->head->prev = p; else c->tail = p;
    c->head = p; c->n++;
}
static struct page *get(struct cache *c, int key) {
    for (struct page *p = c->head; p; p = p->next)
        if (p->key == key) { unlink_page(c, p); to_front(c, p); return p; }
    if (c->n == 3) { struct page *old = c->tail; unlink_page(c, old); free(old); }
    struct page *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->key = key;
    memset(p->data, key, sizeof p->data);
    to_front(c, p);
    return p;
}
int lrucache(const unsigned char keys[6]) {
    struct cache c = {0};
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        struct page *p = get(&c, keys[i]);
        if (!p) break;
        sum += p->data[0];
    }
    while (c.head) { struct page *p = c.head; unlink_page(&c, p); free(p); }
    return sum;
}
